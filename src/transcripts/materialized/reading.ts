import { byteOrder } from '../../kernel/byte-order.ts'
import { familyOf } from '../agents.ts'
import { compactParts, compactResult, compactUse, unhandledParts } from '../compact.ts'
import {
  type CallEvent,
  type NotedReply,
  noTokens,
  notedCost,
  type ReplyUsage,
  sumTokens,
  type TokenUsage,
  type TurnEvent,
} from '../event.ts'
import { diffDetail } from '../log-lines/line-meaning.ts'
import type { CompactParts, Pairing, Resume, ScannedFile, SourceReader, ToolCall, TurnUsage } from '../reader.ts'
import { numberAt, objectAt, type TranscriptRecord, type TurnLine, textAt, wordsAt } from '../record.ts'
import { exitInReport, outputInReport } from '../shell-report.ts'
import type { TurnSpan } from '../source.ts'
import { parseTimestamp } from '../timestamp.ts'
import { MaterializedScanner, triggerText } from './scanner.ts'

/** How the lines we made are read, whatever they were made from. */
export const materializedReading: Pick<SourceReader, 'scanner' | 'events' | 'usage' | 'calls' | 'compact'> = {
  scanner: (file: ScannedFile, from?: Resume) => new MaterializedScanner(file, from),
  events: materializedEvents,
  usage: (_turn, lines) => materializedUsage(lines),
  calls: materializedCalls,
  compact: materializedCompact,
}

function materializedUsage(lines: Iterable<TurnLine>): TurnUsage {
  const models = new Set<string>()
  const replies: ReplyUsage[] = []
  const noted: NotedReply[] = []
  for (const { number, record } of lines) {
    if (record?.kind !== 'usage') continue
    const model = wordsAt(record, 'model') ?? null
    if (model !== null) models.add(model)
    const tokens = tokensIn(record)
    if (tokens) replies.push(replyOf(record, number, model, tokens))
    noted.push({ tokens, costUsd: numberAt(record, 'cost_usd') ?? null })
  }
  const tokens = replies.length > 0 ? replies.map(reply => reply.tokens).reduce(sumTokens, noTokens) : null
  return { tokens, costUsd: notedCost(noted), models: [...models].sort(byteOrder), replies }
}

function replyOf(record: TranscriptRecord, line: number, model: string | null, tokens: TokenUsage): ReplyUsage {
  return {
    id: `line ${line}`,
    at: parseTimestamp(record.timestamp),
    model,
    tokens,
    cacheWrite1h: 0,
    isFast: false,
    isCutShort: false,
    subagent: null,
  }
}

/** Null where the source does not say. */
function tokensIn(record: TranscriptRecord): TokenUsage | null {
  if (record.input === null && record.output === null) return null
  return {
    input: numberAt(record, 'input') ?? 0,
    output: numberAt(record, 'output') ?? 0,
    cache_read: numberAt(record, 'cache_read') ?? 0,
    cache_write: numberAt(record, 'cache_write') ?? 0,
    reasoning: numberAt(record, 'reasoning') ?? 0,
  }
}

function materializedEvents(turn: TurnSpan, lines: Iterable<TurnLine>): TurnEvent[] {
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
      return textEvent(line, record)
    case 'tool_use':
      return {
        kind: 'call',
        line,
        id,
        name: wordsAt(record, 'name') ?? 'unknown',
        input: objectAt(record, 'input') ?? {},
        ...madeBy(record),
      }
    case 'tool_result': {
      const text = resultText(record)
      const isReport = numberAt(record, 'exit') === undefined && familyOf(textAt(record, 'name') ?? '') === 'shell'
      const error = record.status === 'error'
      const detail = detailOf(record)
      return {
        kind: 'result',
        line,
        id,
        text: isReport ? outputInReport(text) : text,
        exit: numberAt(record, 'exit') ?? (isReport ? exitInReport(text) : null),
        error,
        interrupted: record.status === 'cancelled',
        denied: false,
        ...madeBy(record),
        ...(detail === undefined ? {} : { detail }),
      }
    }
    case 'event':
      if (record.name === 'interrupted') return { kind: 'interrupt', line }
      return record.name === 'error' ? { kind: 'api_error', line } : null
    default:
      return null
  }
}

/** What a result says in the words of the logs that say it themselves. */
function detailOf(record: TranscriptRecord): object | undefined {
  const subagent = wordsAt(record, 'subagent')
  if (subagent !== undefined) return { agentId: subagent }
  return record.created === true ? { type: 'create' } : diffDetail(textAt(record, 'diff'))
}

function madeBy(record: TranscriptRecord): Pick<CallEvent, 'subagent' | 'startedBy'> {
  const id = wordsAt(record, 'made_by')
  return id === undefined ? {} : { subagent: id, startedBy: id }
}

/** What a tool gave back, or how it failed. */
function resultText(record: TranscriptRecord): string {
  return textAt(record, 'output') ?? textAt(record, 'error') ?? ''
}

/** A person's words in the middle of a turn are the rest of the message that opened it. */
function textEvent(line: number, record: TranscriptRecord): TurnEvent | null {
  const typed = triggerText(record)
  if (typed !== null) return { kind: 'user', line, text: typed }
  const text = record.role === 'assistant' ? wordsAt(record, 'text') : undefined
  return text === undefined ? null : { kind: 'text', line, text }
}

function materializedCompact(record: TranscriptRecord, pair: Pairing): CompactParts {
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

function materializedCalls(record: TranscriptRecord): ToolCall[] {
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
