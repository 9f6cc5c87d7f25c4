import {
  instantOf,
  type MaterialLine,
  MessageClock,
  type Moment,
  otherEvent,
  type Piece,
  timestampOf,
} from '../materialized/line.ts'
import { numberAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'

/** A session as database and tree both know it. */
export interface StoredSession {
  id: string
  cwd: string | null
  title: string | null
  version: string | null
  created: unknown
}

export interface StoredMessage {
  id: string
  created: unknown
  /** Null where the stored value is not an object. */
  data: TranscriptRecord | null
  parts: Iterable<StoredPart>
}

export interface StoredPart {
  id: string
  data: TranscriptRecord | null
}

export function* conversationLines(
  source: string,
  session: StoredSession,
  messages: Iterable<StoredMessage>,
): Generator<MaterialLine> {
  yield sessionLine(source, session)
  const clock = new MessageClock(instantOf(session.created))
  for (const message of messages) yield* messageLines(message, clock)
}

export function sessionLine(source: string, { id, cwd, title, version, created }: StoredSession): MaterialLine {
  return {
    kind: 'session',
    schema: 'daybook-transcript/1',
    source,
    session_id: id,
    timestamp: timestampOf(instantOf(created)),
    cwd,
    title,
    agent_version: version,
  }
}

function* messageLines({ id, created, data, parts }: StoredMessage, clock: MessageClock): Generator<MaterialLine> {
  const times = objectAt(data ?? undefined, 'time')
  const moment = clock.moment(instantOf(created) ?? instantOf(times?.created))
  const role = data?.role
  if (!data || (role !== 'user' && role !== 'assistant')) {
    yield otherEvent(id, moment.timestamp, 'message')
    return
  }
  for (const part of parts) yield* partLines(part, { role, message_id: id, part_id: part.id, ...moment })
  if (role === 'assistant') yield* endLines(id, data, instantOf(times?.completed), moment)
}

/** What an assistant's message took, and whether it failed. */
export function* endLines(
  message_id: string,
  data: TranscriptRecord,
  completed: number | null,
  moment: Moment,
): Generator<MaterialLine> {
  const tokens = objectAt(data, 'tokens')
  const timestamp = timestampOf(completed) ?? moment.timestamp
  if (tokens) {
    const cache = objectAt(tokens, 'cache')
    yield {
      kind: 'usage',
      message_id,
      timestamp,
      model: wordsAt(data, 'modelID') ?? null,
      input: numberAt(tokens, 'input') ?? 0,
      output: numberAt(tokens, 'output') ?? 0,
      cache_read: numberAt(cache, 'read') ?? 0,
      cache_write: numberAt(cache, 'write') ?? 0,
      reasoning: numberAt(tokens, 'reasoning') ?? 0,
      cost_usd: numberAt(data, 'cost') ?? null,
    }
  }
  const error = objectAt(data, 'error')
  if (!error) return
  const name = error.name === 'MessageAbortedError' ? 'interrupted' : 'error'
  const text = textAt(objectAt(error, 'data'), 'message') ?? textAt(error, 'message') ?? null
  yield { kind: 'event', message_id, timestamp, name, text }
}

/** Parts that say nothing a line could cite. */
const skipped = /^(?:step-.*|snapshot)$/
/** Known parts that are neither words, tools nor files. */
const otherParts = new Set(['patch', 'agent', 'retry'])

function* partLines({ data }: StoredPart, piece: Piece): Generator<MaterialLine> {
  const { message_id, timestamp } = piece
  const type = textAt(data ?? undefined, 'type')
  if (!data || type === undefined) {
    yield otherEvent(message_id, timestamp, 'part')
    return
  }
  switch (type) {
    case 'text':
    case 'reasoning': {
      const kind = type === 'text' ? 'text' : 'thinking'
      yield { kind, ...piece, synthetic: data.synthetic === true, text: textAt(data, 'text') ?? '' }
      return
    }
    case 'tool':
      yield* toolLines(data, piece)
      return
    case 'file':
      yield { kind: 'file', ...piece, path: pathIn(data), mime: wordsAt(data, 'mime') ?? null }
      return
    case 'compaction':
    case 'subtask':
      yield { kind: 'event', message_id, timestamp, name: type, text: wordsAt(data, 'description') ?? null }
      return
    default:
      if (!skipped.test(type)) yield otherEvent(message_id, timestamp, otherParts.has(type) ? null : type)
  }
}

function* toolLines(data: TranscriptRecord, piece: Piece): Generator<MaterialLine> {
  const state = objectAt(data, 'state')
  const call = { call_id: textAt(data, 'callID') ?? null, name: wordsAt(data, 'tool') ?? 'unknown' }
  yield { kind: 'tool_use', ...piece, ...call, input: state?.input ?? null }
  const status = state?.status
  if (status !== 'completed' && status !== 'error') return
  const said = { output: textAt(state, 'output') ?? null, error: textAt(state, 'error') ?? null }
  const metadata = objectAt(state, 'metadata')
  const exit = numberAt(metadata, 'exit')
  const subagent = call.name === 'task' ? wordsAt(metadata, 'sessionId') : undefined
  const known = {
    ...(exit === undefined ? {} : { exit }),
    ...(subagent === undefined ? {} : { subagent }),
    ...changeOf(call.name, objectAt(state, 'input'), metadata),
  }
  yield { kind: 'tool_result', ...piece, ...call, status, ...said, ...known }
}

/** What an edit changed, where its input does not say it: a file made anew, or the lines of one that was written over. */
function changeOf(
  name: string,
  input: TranscriptRecord | undefined,
  metadata: TranscriptRecord | undefined,
): { created?: true; diff?: string } {
  if (name === 'write' && metadata?.exists === false) return { created: true }
  const diff = name === 'write' || input?.replaceAll === true ? wordsAt(metadata, 'diff') : undefined
  return diff === undefined ? {} : { diff }
}

function pathIn(data: TranscriptRecord): string | null {
  const source = wordsAt(objectAt(data, 'source'), 'path')
  const url = textAt(data, 'url') ?? ''
  return source ?? (url.startsWith('file://') ? url.slice('file://'.length) : wordsAt(data, 'filename')) ?? null
}
