import { type MaterialLine, otherEvent, type Piece } from '../materialized/line.ts'
import { objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import type { StoredPart } from './conversation-lines.ts'

/** Parts that say nothing a line could cite. */
const skipped = /^(?:step-.*|snapshot)$/
/** Parts that are known, and are no words, tools or files. */
const otherParts = new Set(['patch', 'agent', 'retry'])

export function* partLines({ data }: StoredPart, piece: Piece): Generator<MaterialLine> {
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
  yield { kind: 'tool_result', ...piece, ...call, status, ...said }
}

function pathIn(data: TranscriptRecord): string | null {
  const source = wordsAt(objectAt(data, 'source'), 'path')
  const url = textAt(data, 'url') ?? ''
  return source ?? (url.startsWith('file://') ? url.slice('file://'.length) : wordsAt(data, 'filename')) ?? null
}
