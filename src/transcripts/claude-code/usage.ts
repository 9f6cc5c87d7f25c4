import { byteOrder } from '../byte-order.ts'
import { noTokens, type ReplyUsage, sumTokens, type TokenUsage } from '../event.ts'
import type { TurnUsage } from '../reader.ts'
import { numberAt, objectAt, type TranscriptRecord, type TurnLine, textAt, wordsAt } from '../record.ts'
import { parseTimestamp } from '../timestamp.ts'

/** The client repeats a reply's usage on every line of it and lets it grow; the last is the final one. */
export function claudeUsage(lines: Iterable<TurnLine>): TurnUsage {
  const replies = new Map<string, ReplyUsage>()
  const models = new Set<string>()
  let isComplete = true
  for (const { number, record } of lines) {
    if (record?.type !== 'assistant') continue
    const model = wordsAt(objectAt(record, 'message'), 'model')
    if (model === synthetic) continue
    if (model !== undefined) models.add(model)
    const reply = replyOf(record, number)
    if (reply) replies.set(reply.id, reply)
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

/** What the client writes in a model's name is no reply of one. */
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
    cacheWrite1h: numberAt(objectAt(usage, 'cache_creation'), 'ephemeral_1h_input_tokens') ?? 0,
    isFast: usage.speed === 'fast',
    isCutShort: wordsAt(message, 'stop_reason') === undefined && (numberAt(usage, 'output_tokens') ?? 0) <= mostAtStart,
    subagent: null,
  }
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
