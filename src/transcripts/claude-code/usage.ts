import { byteOrder } from '../byte-order.ts'
import type { TokenUsage } from '../event.ts'
import type { TurnUsage } from '../reader.ts'
import { numberAt, objectAt, type TranscriptRecord, type TurnLine, textAt, wordsAt } from '../record.ts'
import { noTokens, sumTokens } from '../tokens.ts'

/** The client repeats a reply's usage on every line of it and lets it grow; the largest is the final one. */
export function claudeUsage(lines: Iterable<TurnLine>): TurnUsage {
  const replies = new Map<string, TokenUsage>()
  const models = new Set<string>()
  let complete = true
  for (const { number, record } of lines) {
    if (record?.type !== 'assistant') continue
    const message = objectAt(record, 'message')
    const model = wordsAt(message, 'model')
    if (model !== undefined && model !== '<synthetic>') models.add(model)
    const usage = objectAt(message, 'usage')
    if (!usage) {
      if (model !== '<synthetic>') complete = false
      continue
    }
    const reply = textAt(message, 'id') ?? textAt(record, 'uuid') ?? `line ${number}`
    const tokens = tokensOf(usage)
    const known = replies.get(reply)
    if (!known || tokens.output > known.output) replies.set(reply, tokens)
  }
  const tokens = complete ? [...replies.values()].reduce(sumTokens, noTokens) : null
  return { tokens, costUsd: null, models: [...models].sort(byteOrder) }
}

function tokensOf(usage: TranscriptRecord): TokenUsage {
  return {
    input: numberAt(usage, 'input_tokens') ?? 0,
    output: numberAt(usage, 'output_tokens') ?? 0,
    cache_read: numberAt(usage, 'cache_read_input_tokens') ?? 0,
    cache_write: numberAt(usage, 'cache_creation_input_tokens') ?? 0,
    reasoning: 0,
  }
}
