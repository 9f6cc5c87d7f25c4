import { byteOrder } from '../byte-order.ts'
import type { TokenUsage } from '../event.ts'
import type { TurnUsage } from '../reader.ts'
import { numberAt, objectAt, type TranscriptRecord, type TurnLine, textAt, wordsAt } from '../record.ts'
import { noTokens, sumTokens } from '../tokens.ts'

/** A message that is written again tells its tokens again; the last line counts. */
export function geminiUsage(lines: Iterable<TurnLine>): TurnUsage {
  const messages = new Map<string, TokenUsage>()
  const models = new Set<string>()
  for (const { number, record } of lines) {
    if (record?.type !== 'gemini') continue
    const model = wordsAt(record, 'model')
    if (model !== undefined) models.add(model)
    const tokens = geminiTokens(record)
    if (tokens) messages.set(textAt(record, 'id') ?? `line ${number}`, tokens)
  }
  const tokens = messages.size === 0 ? null : [...messages.values()].reduce(sumTokens, noTokens)
  return { tokens, costUsd: null, models: [...models].sort(byteOrder) }
}

/** The client counts cached input within the input. */
export function geminiTokens(record: TranscriptRecord): TokenUsage | null {
  const tokens = objectAt(record, 'tokens')
  if (!tokens) return null
  const cached = numberAt(tokens, 'cached') ?? 0
  return {
    input: (numberAt(tokens, 'input') ?? 0) - cached,
    output: numberAt(tokens, 'output') ?? 0,
    cache_read: cached,
    cache_write: 0,
    reasoning: numberAt(tokens, 'thoughts') ?? 0,
  }
}
