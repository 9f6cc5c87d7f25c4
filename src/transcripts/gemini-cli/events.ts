import { familyOf } from '../agents.ts'
import { compactParts, compactResult, compactUse, unhandledParts } from '../compact.ts'
import type { TurnEvent } from '../event.ts'
import type { CompactParts, ContentKind, ToolCall } from '../reader.ts'
import { isObject, type TranscriptRecord, type TurnLine, textAt } from '../record.ts'
import { exitInReport, outputInReport } from '../shell-report.ts'
import type { TurnSpan } from '../source.ts'
import { parseTimestamp } from '../timestamp.ts'
import {
  callsIn,
  type GeminiCall,
  isCancelled,
  isTyped,
  messageText,
  messageTypes,
  recordTypeOf,
  thoughtsIn,
} from './message.ts'

/** Within a turn the last line of a message replaces its earlier lines. */
export function geminiEvents(turn: TurnSpan, lines: Iterable<TurnLine>): TurnEvent[] {
  const found: { line: number; id: string | undefined; events: TurnEvent[] }[] = []
  const newest = new Map<string, number>()
  /** Messages that had called a tool before they said anything. */
  const silent = new Set<string>()
  for (const { number: line, record } of lines) {
    const id = record ? textAt(record, 'id') : undefined
    if (id !== undefined) newest.set(id, line)
    if (!record) found.push({ line, id, events: [{ kind: 'malformed', line }] })
    else if (line === turn.startLine)
      found.push({ line, id: undefined, events: [{ kind: 'user', line, text: turn.text }] })
    else {
      const isSilent = id !== undefined && silent.has(id)
      found.push({ line, id, events: eventsOf(line, record, isSilent) })
      if (id !== undefined && callsIn(record).length > 0 && messageText(record).trim() === '') silent.add(id)
    }
  }
  return found.flatMap(({ line, id, events }): TurnEvent[] => {
    const isReplaced = id !== undefined && newest.get(id) !== line
    return isReplaced || events.length === 0 ? [{ kind: 'context', line }] : events
  })
}

function eventsOf(line: number, record: TranscriptRecord, saidAfterwards: boolean): TurnEvent[] {
  switch (record.type) {
    case 'gemini': {
      const text = messageText(record)
      const said: TurnEvent[] = text.trim() === '' ? [] : [{ kind: 'text', line, text }]
      const calls = callsIn(record).flatMap(call => callEvents(line, call))
      return saidAfterwards ? [...calls, ...said] : [...said, ...calls]
    }
    case 'user': {
      const text = messageText(record)
      // With a time it repeats a message that opened a turn; without one it opened none, but was said.
      return isTyped(record) && parseTimestamp(record.timestamp) === null ? [{ kind: 'user', line, text }] : []
    }
    case 'info':
      return isCancelled(record) ? [{ kind: 'interrupt', line }] : []
    case 'error':
      return [{ kind: 'api_error', line }]
    default:
      return []
  }
}

function callEvents(line: number, { id, name, input, answer, subagent }: GeminiCall): TurnEvent[] {
  const call: TurnEvent = { kind: 'call', line, id, name, input: isObject(input) ? input : {} }
  if (!answer) return [call]
  const { text, status } = answer
  const isShell = familyOf(name) === 'shell'
  const exit = isShell ? exitInReport(text) : null
  const how = { exit, error: status === 'error', interrupted: status === 'cancelled', denied: false }
  const detail = subagent === null ? {} : { detail: { agentId: subagent } }
  return [call, { kind: 'result', line, id, text: isShell ? outputInReport(text) : text, ...how, ...detail }]
}

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
