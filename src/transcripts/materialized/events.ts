import type { TurnEvent } from '../event.ts'
import { objectAt, type TranscriptRecord, type TurnLine, textAt, wordsAt } from '../record.ts'
import type { TurnSpan } from '../source.ts'
import { triggerText } from './scanner.ts'

export function materializedEvents(turn: TurnSpan, lines: Iterable<TurnLine>): TurnEvent[] {
  const events: TurnEvent[] = []
  for (const { number: line, record } of lines) {
    if (!record) events.push({ kind: 'malformed', line })
    else if (line === turn.startLine) events.push({ kind: 'user', line, text: turn.text })
    else events.push(eventOf(line, record) ?? { kind: 'context', line })
  }
  return events
}

function eventOf(line: number, record: TranscriptRecord): TurnEvent | null {
  const id = textAt(record, 'call_id') ?? null
  switch (record.kind) {
    case 'text':
      return said(line, record)
    case 'tool_use':
      return {
        kind: 'call',
        line,
        id,
        name: wordsAt(record, 'name') ?? 'unknown',
        input: objectAt(record, 'input') ?? {},
      }
    case 'tool_result': {
      const text = resultText(record)
      const error = record.status === 'error'
      return {
        kind: 'result',
        line,
        id,
        text,
        exit: null,
        error,
        interrupted: record.status === 'cancelled',
        denied: false,
      }
    }
    case 'event':
      if (record.name === 'interrupted') return { kind: 'interrupt', line }
      return record.name === 'error' ? { kind: 'api_error', line } : null
    default:
      return null
  }
}

/** What a tool gave back, or how it failed. */
export function resultText(record: TranscriptRecord): string {
  return textAt(record, 'output') ?? textAt(record, 'error') ?? ''
}

/** A person's words in the middle of a turn are the rest of the message that opened it. */
function said(line: number, record: TranscriptRecord): TurnEvent | null {
  const typed = triggerText(record)
  if (typed !== null) return { kind: 'user', line, text: typed }
  const text = record.role === 'assistant' ? wordsAt(record, 'text') : undefined
  return text === undefined ? null : { kind: 'text', line, text }
}
