import type { TokenUsage } from '../event.ts'
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
import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt, textsOf, wordsAt } from '../record.ts'

export interface GooseSession {
  id: string
  folder: string | null
  title: string | null
  created: string | null
}

export interface GooseMessage {
  id: string
  role: string | null
  /** JSON of a list of parts. */
  content: string
  metadata: string | null
  /** Seconds; some clients counted in milliseconds. */
  created: number | null
}

/** What one request took, as newer clients note it. */
export interface GooseRequest {
  id: string
  /** As of a message. */
  created: number | null
  model: string | null
  /** Null where it is not known whether what came from a cache is among it. */
  tokens: TokenUsage | null
  costUsd: number | null
}

/** The lines of a session; requests follow the messages they were made for, both in order of time. */
export function* conversationLines(
  session: GooseSession,
  messages: Iterable<GooseMessage>,
  requests: readonly GooseRequest[] = [],
): Generator<MaterialLine> {
  const began = instantOf(session.created)
  yield {
    kind: 'session',
    schema: 'daybook-transcript/1',
    source: 'goose',
    session_id: session.id,
    timestamp: timestampOf(began),
    cwd: session.folder,
    title: session.title,
    agent_version: null,
  }
  const clock = new MessageClock(began)
  let next = 0
  for (const message of messages) {
    const before = message.created
    for (; before !== null && isBefore(requests[next], before); next++) yield* usageLine(requests[next])
    yield* messageLines(message, clock)
  }
  for (const request of requests.slice(next)) yield* usageLine(request)
}

function isBefore(request: GooseRequest | undefined, created: number): boolean {
  const at = millisecondsIn(request?.created ?? null)
  return at !== null && at < (millisecondsIn(created) ?? 0)
}

const unknown = { input: null, output: null, cache_read: null, cache_write: null, reasoning: null }

function* usageLine(request: GooseRequest | undefined): Generator<MaterialLine> {
  if (!request) return
  const { id, created, model, tokens, costUsd } = request
  const timestamp = timestampOf(instantOf(millisecondsIn(created)))
  yield { kind: 'usage', message_id: `request ${id}`, timestamp, model, ...(tokens ?? unknown), cost_usd: costUsd }
}

function* messageLines(message: GooseMessage, clock: MessageClock): Generator<MaterialLine> {
  const { id, role } = message
  const moment = clock.moment(instantOf(millisecondsIn(message.created)))
  const parts = objectsIn(message.content)
  if (!parts || (role !== 'user' && role !== 'assistant')) {
    yield otherEvent(id, moment.timestamp, 'message')
    return
  }
  const isShown = objectIn(message.metadata)?.userVisible !== false
  let number = 0
  const piece = (): Piece => ({ role, message_id: id, part_id: `${id}.${++number}`, ...moment })
  for (const part of parts) yield* partLines(part, piece, isShown)
}

/** Parts that say nothing a line could cite. */
const quiet = new Set(['image', 'toolConfirmationRequest', 'actionRequired', 'redactedThinking'])

function* partLines(part: TranscriptRecord, piece: () => Piece, isShown: boolean): Generator<MaterialLine> {
  switch (part.type) {
    case 'text': {
      const text = textAt(part, 'text') ?? ''
      if (text.trim() !== '') yield { kind: 'text', ...piece(), synthetic: !isShown, text }
      return
    }
    case 'thinking':
      yield { kind: 'thinking', ...piece(), synthetic: false, text: textAt(part, 'thinking') ?? '' }
      return
    case 'toolRequest':
    case 'frontendToolRequest': {
      const call = objectAt(objectAt(part, 'toolCall'), 'value')
      const name = toolName(wordsAt(call, 'name') ?? 'unknown', call?.arguments)
      yield { kind: 'tool_use', ...piece(), call_id: wordsAt(part, 'id') ?? null, name, input: call?.arguments ?? null }
      return
    }
    case 'toolResponse':
      yield resultLine(part, piece())
      return
    default: {
      const { message_id, timestamp } = piece()
      const type = wordsAt(part, 'type') ?? 'untyped'
      const isKnown = quiet.has(type) || type === 'systemNotification'
      yield otherEvent(message_id, timestamp, isKnown ? null : type)
    }
  }
}

/** Extensions that come with the client; all others are servers of their own. */
const builtIn = new Set(['developer', 'platform', 'todo', 'skills', 'summon', 'chatrecall', 'code_execution'])

/** One tool reads and writes, by its `command`. */
function toolName(name: string, input: unknown): string {
  const command = isObject(input) ? textAt(input, 'command') : undefined
  if (name === 'developer__text_editor' && command === 'view') return `${name}:view`
  const [extension = '', tool] = name.split('__')
  return tool !== undefined && !builtIn.has(extension) && extension !== 'mcp' ? `mcp__${name}` : name
}

const exitLine = /(?:^|\n)Command exited with code (-?\d{1,9})\s*$/

function resultLine(part: TranscriptRecord, piece: Piece): MaterialLine {
  const result = objectAt(part, 'toolResult')
  // Early clients wrote the content alone.
  const value = objectAt(result, 'value')
  const content = value ? listAt(value, 'content') : listAt(result, 'value')
  const output = textsOf(content).join('\n')
  const error = wordsAt(result, 'error')
  const code = exitLine.exec(output.slice(-64))?.[1]
  const exit = numberAt(objectAt(value, 'structuredContent'), 'exit_code') ?? (code === undefined ? null : Number(code))
  return {
    kind: 'tool_result',
    ...piece,
    call_id: wordsAt(part, 'id') ?? null,
    name: 'unknown',
    status: result?.status === 'error' || value?.isError === true ? 'error' : 'completed',
    output: error === undefined ? output : null,
    error: error ?? null,
    ...(exit === null ? {} : { exit }),
  }
}
