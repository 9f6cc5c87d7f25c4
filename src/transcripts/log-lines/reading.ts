import { byteOrder } from '../../kernel/byte-order.ts'
import { compactParts, compactResult, compactUse, unhandledParts } from '../compact.ts'
import { type NotedReply, noTokens, notedCost, type ReplyUsage, sumTokens, type TurnEvent } from '../event.ts'
import type { CompactParts, ContentKind, Pairing, SourceReader, ToolCall, TurnUsage } from '../reader.ts'
import { isObject, type TranscriptRecord, type TurnLine } from '../record.ts'
import type { TurnSpan } from '../source.ts'
import type { LinePart, LogFormat, ResultPart } from './line-meaning.ts'
import { LogScanner } from './scanner.ts'

/** How a log is read in which every line can be understood by itself. */
export function logReading(
  format: LogFormat,
): Pick<SourceReader, 'scanner' | 'events' | 'usage' | 'calls' | 'compact'> {
  return {
    scanner: (file, from) => new LogScanner(format, file, from),
    events: (turn, lines) => logEvents(format, turn, lines),
    usage: (_turn, lines) => logUsage(format, lines),
    calls: record => logCalls(format, record),
    compact: (record, pair) => logCompact(format, record, pair),
  }
}

/** A call that is logged again, when it is made and when it starts, is one call. */
function logEvents(format: LogFormat, turn: TurnSpan, lines: Iterable<TurnLine>): TurnEvent[] {
  const events: TurnEvent[] = []
  const called = new Set<string>()
  for (const { number: line, record } of lines) {
    if (!record) events.push({ kind: 'malformed', line })
    else if (line === turn.startLine) events.push({ kind: 'user', line, text: turn.text })
    else {
      const found = format.meaningOf(record).parts.flatMap(part => eventOf(line, part, called) ?? [])
      events.push(...(found.length > 0 ? found : [{ kind: 'context' as const, line }]))
    }
  }
  return events
}

function eventOf(line: number, part: LinePart, called: Set<string>): TurnEvent | null {
  switch (part.kind) {
    case 'user':
      return part.trigger === null ? null : { kind: 'user', line, text: part.text }
    case 'text':
    case 'shell_note':
      return { kind: part.kind, line, text: part.text }
    case 'call': {
      const { id, name, input } = part
      if (id !== null && called.has(id)) return null
      if (id !== null) called.add(id)
      return { kind: 'call', line, id, name, input: isObject(input) ? input : {} }
    }
    case 'result': {
      const { id, text, exit = null, error = false, interrupted = false, denied = false, detail } = part
      const known = { kind: 'result' as const, line, id, text, exit, error, interrupted, denied }
      return detail === undefined ? known : { ...known, detail }
    }
    case 'interrupt':
    case 'api_error':
      return { kind: part.kind, line }
    default:
      return null
  }
}

function logUsage(format: LogFormat, lines: Iterable<TurnLine>): TurnUsage {
  const models = new Set<string>()
  const noted = new Map<string, NotedReply>()
  const replies = new Map<string, ReplyUsage>()
  for (const { number, record } of lines) {
    if (!record) continue
    const { at, parts } = format.meaningOf(record)
    for (const part of parts) {
      if (part.kind !== 'usage') continue
      const { model, tokens, costUsd, subagent = null } = part
      const id = part.id ?? `line ${number}`
      if (model !== null) models.add(model)
      if (tokens || costUsd !== null) noted.set(id, { tokens, costUsd })
      if (tokens)
        replies.set(id, { id, at, model, tokens, cacheWrite1h: 0, isFast: false, isCutShort: false, subagent })
    }
  }
  const used = [...replies.values()]
  const tokens = used.length > 0 ? used.map(reply => reply.tokens).reduce(sumTokens, noTokens) : null
  return {
    tokens,
    costUsd: notedCost(noted.values()),
    models: [...models].sort(byteOrder),
    replies: used,
  }
}

function logCalls(format: LogFormat, record: TranscriptRecord): ToolCall[] {
  return format
    .meaningOf(record)
    .parts.flatMap(part => (part.kind === 'call' ? [{ id: part.id, name: part.name, input: part.input }] : []))
}

function logCompact(format: LogFormat, record: TranscriptRecord, pair: Pairing): CompactParts {
  const { type, parts } = format.meaningOf(record)
  if (type === undefined || type.trim() === '') return unhandledParts(record)
  const role = parts.some(({ kind }) => kind === 'user')
    ? 'user'
    : parts.some(({ kind }) => kind === 'text' || kind === 'call' || kind === 'thinking')
      ? 'assistant'
      : null
  const kinds = parts.flatMap(kindOf)
  return compactParts({
    record_type: type,
    role,
    kinds,
    ...(kinds.length === 0 ? {} : { summary: summaryOf(role, kinds, parts) }),
    texts: parts.flatMap(part => (part.kind === 'user' || part.kind === 'text' ? [part.text] : [])),
    uses: parts.flatMap(part => (part.kind === 'call' ? [compactUse(part.name, part.input)] : [])),
    results: parts.flatMap(part => (part.kind === 'result' ? [compactResult(answerIn(part, pair))] : [])),
    omitted: kinds.includes('thinking'),
  })
}

const contentKinds: { [kind in LinePart['kind']]?: ContentKind } = {
  user: 'text',
  text: 'text',
  thinking: 'thinking',
  call: 'tool_use',
  result: 'tool_result',
}

function kindOf({ kind }: LinePart): ContentKind[] {
  const content = contentKinds[kind]
  return content ? [content] : []
}

function summaryOf(role: string | null, kinds: readonly ContentKind[], parts: readonly LinePart[]): string {
  if (role === 'user') return 'User message.'
  if (kinds.includes('text')) return 'Assistant message.'
  const call = parts.find(({ kind }) => kind === 'call')
  if (call?.kind === 'call') return `Tool call: ${call.name}.`
  return kinds.includes('tool_result') ? 'Tool result.' : 'Assistant reasoning omitted.'
}

function answerIn({ id, text, exit = null, error = false, interrupted = false }: ResultPart, pair: Pairing) {
  return {
    payload: text,
    call: id === null ? null : pair(id),
    status: interrupted ? 'cancelled' : null,
    error,
    exit,
    plainKind: 'tool_result' as const,
  }
}
