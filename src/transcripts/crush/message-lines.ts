import {
  instantOf,
  type MaterialLine,
  MessageClock,
  millisecondsIn,
  objectIn,
  objectsIn,
  otherEvent,
  type Piece,
  timestampOf,
} from '../materialized/line.ts'
import { objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'

export interface CrushSession {
  id: string
  folder: string | null
  title: string | null
  /** Seconds, as all times of the client. */
  created: number | null
  /** Sessions of sub-agents, by the call that started them. */
  started: ReadonlyMap<string, string>
}

export interface CrushMessage {
  id: string
  role: string | null
  /** JSON of a list of parts. */
  parts: string
  model: string | null
  created: number | null
  /** It stands for everything before it. */
  isSummary: boolean
}

export function* conversationLines(session: CrushSession, messages: Iterable<CrushMessage>): Generator<MaterialLine> {
  const began = instantOf(millisecondsIn(session.created))
  yield {
    kind: 'session',
    schema: 'daybook-transcript/1',
    source: 'crush',
    session_id: session.id,
    timestamp: timestampOf(began),
    cwd: session.folder,
    title: session.title,
    agent_version: null,
  }
  const clock = new MessageClock(began)
  const calls = new Map<string, string>()
  for (const message of messages) yield* messageLines(message, clock, { calls, started: session.started })
}

interface Known {
  /** The tool of each call so far: results do not always name it. */
  calls: Map<string, string>
  started: CrushSession['started']
}

function* messageLines(message: CrushMessage, clock: MessageClock, known: Known): Generator<MaterialLine> {
  const { id, role, model } = message
  const moment = clock.moment(instantOf(millisecondsIn(message.created)))
  const parts = objectsIn(message.parts)
  if (!parts || (role !== 'user' && role !== 'assistant' && role !== 'tool')) {
    yield otherEvent(id, moment.timestamp, role === 'system' && parts ? null : 'message')
    return
  }
  if (message.isSummary) {
    yield { kind: 'event', message_id: id, timestamp: moment.timestamp, name: 'compaction', text: null }
    return
  }
  let number = 0
  const piece = (): Piece => ({
    role: role === 'user' ? 'user' : 'assistant',
    message_id: id,
    part_id: `${id}.${++number}`,
    ...moment,
  })
  for (const part of parts) yield* partLines(part, piece, known)
  // Tokens are counted for a session as a whole.
  const none = { input: null, output: null, cache_read: null, cache_write: null, reasoning: null, cost_usd: null }
  if (role === 'assistant' && model !== null)
    yield { kind: 'usage', message_id: id, timestamp: moment.timestamp, model, ...none }
}

/** Parts that say nothing a line could cite; what a person ran in the client's own shell is not said to the agent. */
const quiet = new Set(['image_url', 'binary', 'shell_command'])

function* partLines(part: TranscriptRecord, piece: () => Piece, known: Known): Generator<MaterialLine> {
  const data = objectAt(part, 'data')
  switch (part.type) {
    case 'text': {
      const text = textAt(data, 'text') ?? ''
      if (text.trim() !== '') yield { kind: 'text', ...piece(), synthetic: false, text }
      return
    }
    case 'reasoning': {
      const text = textAt(data, 'thinking') ?? ''
      if (text.trim() !== '') yield { kind: 'thinking', ...piece(), synthetic: false, text }
      return
    }
    case 'tool_call': {
      const call_id = wordsAt(data, 'id') ?? null
      const name = wordsAt(data, 'name') ?? 'unknown'
      if (call_id !== null) known.calls.set(call_id, name)
      yield { kind: 'tool_use', ...piece(), call_id, name, input: objectIn(data?.input) }
      return
    }
    case 'tool_result':
      yield resultLine(data, piece(), known)
      return
    case 'finish':
      yield* endLines(data, piece())
      return
    default: {
      const { message_id, timestamp } = piece()
      const type = wordsAt(part, 'type') ?? 'untyped'
      yield otherEvent(message_id, timestamp, quiet.has(type) ? null : type)
    }
  }
}

/** How a message ended, where it did not end well. */
function* endLines(data: TranscriptRecord | undefined, { message_id, timestamp }: Piece): Generator<MaterialLine> {
  const name = data?.reason === 'canceled' ? 'interrupted' : data?.reason === 'error' ? 'error' : null
  if (name !== null)
    yield {
      kind: 'event',
      message_id,
      timestamp,
      name,
      text: wordsAt(data, 'details') ?? wordsAt(data, 'message') ?? null,
    }
}

const folderLine = /\n{0,3}<cwd>[^<>\n]{0,4096}<\/cwd>\s*$/
const exitLine = /(?:^|\n)Exit code (\d{1,3})$/

function resultLine(data: TranscriptRecord | undefined, piece: Piece, { calls, started }: Known): MaterialLine {
  const call_id = wordsAt(data, 'tool_call_id') ?? null
  const name = calls.get(call_id ?? '') ?? wordsAt(data, 'name') ?? 'unknown'
  const content = textAt(data, 'content') ?? ''
  const isError = data?.is_error === true
  const isStopped = isError && /^(?:Tool execution canceled|User denied permission|Permission denied)/i.test(content)
  const subagent = started.get(call_id ?? '')
  const known = { ...piece, call_id, name, ...(subagent === undefined ? {} : { subagent }) }
  const kind = 'tool_result' as const
  if (isStopped) return { kind, ...known, status: 'cancelled', output: null, error: content }
  if (isError) return { kind, ...known, status: 'error', output: null, error: content }
  const output = folderLine.test(content.slice(-4200))
    ? content.slice(0, content.lastIndexOf('<cwd>')).trimEnd()
    : content
  if (name !== 'bash') return { kind, ...known, status: 'completed', output, error: null }
  const isAborted = output.endsWith('Command was aborted before completion')
  // What is sent to the background has no end of its own.
  const isEnded = output.length < content.length || content === 'no output'
  const exit = Number(exitLine.exec(output.slice(-40))?.[1] ?? 0)
  return {
    ...{ kind, ...known, status: isAborted ? 'cancelled' : 'completed', output, error: null },
    ...(isEnded && !isAborted ? { exit } : {}),
  }
}
