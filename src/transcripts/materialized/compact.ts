import { compactParts, compactResult, compactUse, unhandledParts } from '../compact.ts'
import type { CompactParts, Pairing, ToolCall } from '../reader.ts'
import { type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { resultText } from './events.ts'

export function materializedCompact(record: TranscriptRecord, pair: Pairing): CompactParts {
  const record_type = wordsAt(record, 'kind')
  if (record_type === undefined) return unhandledParts(record)
  const base = { record_type, role: wordsAt(record, 'role') }
  switch (record_type) {
    case 'text': {
      const summary = base.role === 'user' ? 'User message.' : 'Assistant message.'
      return compactParts({ ...base, kinds: ['text'], summary, texts: [textAt(record, 'text') ?? ''] })
    }
    case 'thinking':
      return compactParts({ ...base, kinds: ['thinking'], summary: 'Assistant reasoning omitted.', omitted: true })
    case 'tool_use': {
      const name = wordsAt(record, 'name') ?? 'unknown'
      const uses = [compactUse(name, record.input)]
      return compactParts({ ...base, kinds: ['tool_use'], summary: `Tool call: ${name}.`, uses })
    }
    case 'tool_result':
      return compactParts({
        ...base,
        kinds: ['tool_result'],
        summary: 'Tool result.',
        results: [compactResult(answerIn(record, pair))],
      })
    default:
      return compactParts(base)
  }
}

export function materializedCalls(record: TranscriptRecord): ToolCall[] {
  if (record.kind !== 'tool_use') return []
  return [{ id: textAt(record, 'call_id') ?? null, name: wordsAt(record, 'name') ?? null, input: record.input }]
}

function answerIn(record: TranscriptRecord, pair: Pairing) {
  const id = textAt(record, 'call_id')
  return {
    payload: resultText(record),
    call: id === undefined ? null : pair(id),
    status: wordsAt(record, 'status'),
    error: record.status === 'error',
    exit: null,
    plainKind: 'tool_result' as const,
  }
}
