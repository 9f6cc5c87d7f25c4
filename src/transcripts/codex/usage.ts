import { byteOrder } from '../byte-order.ts'
import type { TokenUsage } from '../event.ts'
import type { ScannedTurn, TurnUsage } from '../reader.ts'
import { objectAt, type TurnLine, wordsAt } from '../record.ts'
import { noTokens, sumTokens } from '../tokens.ts'
import { isAgentRecord, roleOf } from './record-roles.ts'
import { type TokenCount, tokenCountOf } from './token-counts.ts'
import { userRecordOf } from './user-text.ts'

export function codexUsage(turn: ScannedTurn, lines: Iterable<TurnLine>): TurnUsage {
  const counts: TokenCount[] = []
  const models = new Set<string>()
  let isModelNamedFirst = false
  let acted = false
  for (const { record } of lines) {
    if (!record) continue
    const count = tokenCountOf(record)
    if (count) counts.push(count)
    acted ||= isAgentRecord(roleOf(record), userRecordOf(record))
    const model = record.type === 'turn_context' ? wordsAt(objectAt(record, 'payload'), 'model') : undefined
    if (model === undefined) continue
    models.add(model)
    isModelNamedFirst ||= !acted
  }
  if (turn.modelBefore !== null && !isModelNamedFirst) models.add(turn.modelBefore)
  const tokens = tokensOf(turn.usageBefore ?? noTokens, counts)
  return { tokens, costUsd: null, models: [...models].sort(byteOrder) }
}

/** The totals run on through the session; after one that fell, only the single requests can be added up. */
function tokensOf(before: TokenUsage, counts: TokenCount[]): TokenUsage | null {
  const last = counts.at(-1)
  if (!last) return null
  const fell = counts.some(({ total }, i) => isLess(total, counts[i - 1]?.total ?? before))
  if (fell) return counts.map(count => count.last ?? noTokens).reduce(sumTokens, noTokens)
  return {
    input: last.total.input - before.input,
    output: last.total.output - before.output,
    cache_read: last.total.cache_read - before.cache_read,
    cache_write: 0,
    reasoning: last.total.reasoning - before.reasoning,
  }
}

function isLess(a: TokenUsage, b: TokenUsage): boolean {
  const input = a.input + a.cache_read < b.input + b.cache_read
  return input || a.cache_read < b.cache_read || a.output < b.output || a.reasoning < b.reasoning
}
