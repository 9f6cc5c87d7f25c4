import { compactParts, compactResult, compactUse, unhandledParts } from '../compact.ts'
import type { CompactParts, ContentKind, ToolCall } from '../reader.ts'
import type { TranscriptRecord } from '../record.ts'
import { callsIn, messageText, messageTypes, recordTypeOf, thoughtsIn } from './message.ts'

const messages: ReadonlySet<string> = new Set(messageTypes)

export function geminiCompact(record: TranscriptRecord): CompactParts {
  const record_type = recordTypeOf(record)
  if (record_type === undefined || record_type.trim() === '') return unhandledParts(record)
  return messages.has(record_type) ? messageParts(record_type, record) : compactParts({ record_type })
}

export function geminiCalls(record: TranscriptRecord): ToolCall[] {
  return record.type === 'gemini' ? callsIn(record).map(({ id, name, input }) => ({ id, name, input })) : []
}

function messageParts(record_type: string, record: TranscriptRecord): CompactParts {
  const role = record_type === 'user' ? 'user' : record_type === 'gemini' ? 'assistant' : null
  const text = messageText(record)
  const calls = callsIn(record)
  const hasThoughts = thoughtsIn(record).length > 0
  const kinds: ContentKind[] = [
    ...(text === '' ? [] : ['text' as const]),
    ...calls.flatMap(({ answer }): ContentKind[] => (answer ? ['tool_use', 'tool_result'] : ['tool_use'])),
    ...(hasThoughts ? ['thinking' as const] : []),
  ]
  return compactParts({
    record_type,
    role,
    kinds,
    ...(role === null ? {} : { summary: summaryOf(role, kinds) }),
    texts: text === '' ? [] : [text],
    uses: calls.map(({ name, input }) => compactUse(name, input)),
    results: calls.flatMap(call => {
      if (!call.answer) return []
      const { text: payload, status } = call.answer
      return [compactResult({ payload, status, call, error: status === 'error', exit: null, plainKind: 'tool_result' })]
    }),
    omitted: hasThoughts,
  })
}

function summaryOf(role: 'user' | 'assistant', kinds: readonly ContentKind[]): string {
  if (role === 'user') return 'User message.'
  const onlyThinking = kinds.length > 0 && kinds.every(kind => kind === 'thinking')
  return onlyThinking ? 'Assistant reasoning omitted.' : 'Assistant message.'
}
