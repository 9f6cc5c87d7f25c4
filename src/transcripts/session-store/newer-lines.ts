import { instantOf, type MaterialLine, MessageClock, objectIn, otherEvent, type Piece } from '../materialized/line.ts'
import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt, textsOf, wordsAt } from '../record.ts'
import { endLines, type StoredSession, sessionLine } from './conversation-lines.ts'

/** A row of the table in which newer clients keep a message whole. */
export interface StoredRow {
  id: string
  type: string | undefined
  data: TranscriptRecord | null
}

export function* newerLines(
  source: string,
  session: StoredSession,
  rows: Iterable<StoredRow>,
): Generator<MaterialLine> {
  yield sessionLine(source, session)
  const clock = new MessageClock(instantOf(session.created))
  for (const row of rows) yield* rowLines(row, clock)
}

/** Rows that are known and hold nothing about the work. */
const quiet = new Set(['agent-switched', 'model-switched', 'system', 'shell'])

function* rowLines({ id, type, data }: StoredRow, clock: MessageClock): Generator<MaterialLine> {
  const moment = clock.moment(instantOf(objectAt(data ?? undefined, 'time')?.created))
  const { timestamp } = moment
  let parts = 0
  const piece = (role: Piece['role']): Piece => ({ role, message_id: id, part_id: `${id}.${++parts}`, ...moment })
  if (!data) {
    yield otherEvent(id, timestamp, 'message')
    return
  }
  switch (type) {
    case 'user':
    case 'synthetic':
      yield { kind: 'text', ...piece('user'), synthetic: type === 'synthetic', text: textAt(data, 'text') ?? '' }
      return
    case 'assistant': {
      for (const content of listAt(data, 'content')) yield* contentLines(content, () => piece('assistant'))
      const model = wordsAt(objectAt(data, 'model'), 'id') ?? null
      yield* endLines(id, { ...data, modelID: model }, instantOf(objectAt(data, 'time')?.completed), moment)
      return
    }
    case 'compaction':
      yield { kind: 'event', message_id: id, timestamp, name: 'compaction', text: null }
      return
    default:
      yield otherEvent(id, timestamp, type !== undefined && quiet.has(type) ? null : (type ?? 'message'))
  }
}

function* contentLines(content: unknown, piece: () => Piece): Generator<MaterialLine> {
  const type = isObject(content) ? textAt(content, 'type') : undefined
  if (isObject(content) && (type === 'text' || type === 'reasoning')) {
    const kind = type === 'text' ? 'text' : 'thinking'
    yield { kind, ...piece(), synthetic: false, text: textAt(content, 'text') ?? '' }
  } else if (isObject(content) && type === 'tool') yield* toolLines(content, piece)
  else {
    const { message_id, timestamp } = piece()
    yield otherEvent(message_id, timestamp, type ?? 'part')
  }
}

function* toolLines(content: TranscriptRecord, piece: () => Piece): Generator<MaterialLine> {
  const state = objectAt(content, 'state')
  const call = { call_id: textAt(content, 'id') ?? null, name: wordsAt(content, 'name') ?? 'unknown' }
  yield { kind: 'tool_use', ...piece(), ...call, input: objectIn(state?.input) }
  const status = state?.status
  if (status !== 'completed' && status !== 'error') return
  const structured = objectAt(state, 'structured')
  const exit = numberAt(structured, 'exit')
  const text = textsOf(listAt(state, 'content')).join('\n')
  yield {
    kind: 'tool_result',
    ...piece(),
    ...call,
    status,
    output: status === 'error' ? null : text,
    error: status === 'error' ? (wordsAt(objectAt(state, 'error'), 'message') ?? text) : null,
    ...(exit === undefined ? {} : { exit }),
    ...(call.name === 'write' && structured?.existed === false ? { created: true as const } : {}),
  }
}
