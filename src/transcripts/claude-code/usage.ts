import { byteOrder } from '../../kernel/byte-order.ts'
import { noTokens, type ReplyUsage, sumTokens, type TokenUsage } from '../event.ts'
import type { TurnUsage } from '../reader.ts'
import { numberAt, objectAt, type TranscriptRecord, type TurnLine, textAt, wordsAt } from '../record.ts'
import { parseTimestamp } from '../timestamp.ts'
import { subagentRow } from './subagent-row.ts'

/** The client repeats a reply's usage on every line of it and lets it grow; the last is the final one. */
export function claudeUsage(lines: Iterable<TurnLine>): TurnUsage {
  const replies = new Map<string, ReplyUsage>()
  const models = new Set<string>()
  let isComplete = true
  for (const { number, record } of lines) {
    if (!record) continue
    const row = subagentRow(record)
    const own = row ? row.record : record
    if (own.type === 'user') {
      const last = lastReplyOf(own, replies)
      if (last) replies.set(last.id, last)
    }
    if (own.type !== 'assistant') continue
    const model = wordsAt(objectAt(own, 'message'), 'model')
    if (model === synthetic) continue
    if (model !== undefined) models.add(model)
    const reply = replyOf(own, number)
    if (reply) replies.set(reply.id, { ...reply, subagent: row?.subagent ?? null })
    else isComplete = false
  }
  const each = [...replies.values()]
  return {
    tokens: isComplete ? each.map(({ tokens }) => tokens).reduce(sumTokens, noTokens) : null,
    costUsd: null,
    models: [...models].sort(byteOrder),
    replies: each,
  }
}

/** The client writes some messages itself, under this model name. */
const synthetic = '<synthetic>'

function replyOf(record: TranscriptRecord, line: number): ReplyUsage | null {
  const message = objectAt(record, 'message')
  const usage = objectAt(message, 'usage')
  if (!usage) return null
  const id = textAt(message, 'id')
  return {
    id: id === undefined ? (textAt(record, 'uuid') ?? `line ${line}`) : `${id} ${textAt(record, 'requestId') ?? ''}`,
    at: parseTimestamp(record.timestamp),
    model: wordsAt(message, 'model') ?? null,
    tokens: tokensOf(usage),
    cacheWrite1h: cacheWrite1h(usage),
    isFast: usage.speed === 'fast',
    isCutShort: wordsAt(message, 'stop_reason') === undefined && (numberAt(usage, 'output_tokens') ?? 0) <= mostAtStart,
    subagent: null,
  }
}

/**
 * The last reply of a sub-agent whose messages are rows of progress: the client writes none for it, and says what it
 * used with the result of the call that started the sub-agent.
 */
function lastReplyOf(record: TranscriptRecord, replies: ReadonlyMap<string, ReplyUsage>): ReplyUsage | null {
  const result = objectAt(record, 'toolUseResult')
  const [id, usage] = [textAt(result, 'agentId'), objectAt(result, 'usage')]
  if (id === undefined || !usage) return null
  const known = [...replies.values()].filter(({ subagent }) => subagent === id)
  const before = known.at(-1)
  const tokens = tokensOf(usage)
  const isKnown = known.some(reply => promptOf(reply.tokens) === promptOf(tokens))
  if (!before || isKnown) return null
  const at = parseTimestamp(record.timestamp)
  return {
    ...before,
    id: `last of ${id}`,
    at,
    tokens,
    cacheWrite1h: cacheWrite1h(usage),
    isCutShort: tokens.output <= mostAtStart,
  }
}

function promptOf({ input, cache_read, cache_write }: TokenUsage): string {
  return [input, cache_read, cache_write].join(' ')
}

function cacheWrite1h(usage: TranscriptRecord): number {
  return numberAt(objectAt(usage, 'cache_creation'), 'ephemeral_1h_input_tokens') ?? 0
}

/** A reply that has just begun counts a few tokens; one that says so little and does not say why it ended goes on. */
const mostAtStart = 16

function tokensOf(usage: TranscriptRecord): TokenUsage {
  return {
    input: numberAt(usage, 'input_tokens') ?? 0,
    output: numberAt(usage, 'output_tokens') ?? 0,
    cache_read: numberAt(usage, 'cache_read_input_tokens') ?? 0,
    cache_write: numberAt(usage, 'cache_creation_input_tokens') ?? 0,
    reasoning: 0,
  }
}
