import { agentOf } from '../../transcripts/agents.ts'
import type { TurnFacts } from '../schema.ts'
import type { PriceTable } from './prices.ts'

type Used = Pick<TurnFacts, 'source' | 'models' | 'tokens'>

/** What a turn would have cost by the table; null when a model or the tokens are not known. */
export function estimatedCost({ source, models, tokens }: Used, table: PriceTable): number | null {
  const prices = models.map(model => priceOf(model, table))
  if (!tokens || prices.length === 0) return null
  const reasoning = agentOf(source)?.reasoningApart ? tokens.reasoning : 0
  const costs = prices.map(price =>
    price === undefined
      ? null
      : (tokens.input * price.input +
          (tokens.output + reasoning) * price.output +
          tokens.cache_read * price.cache_read +
          tokens.cache_write * price.cache_write) /
        1_000_000,
  )
  // Which model used how much is not known, so several give the price of the dearest.
  return costs.reduce((most, cost) => (most === null || cost === null ? null : Math.max(most, cost)), 0)
}

function priceOf(model: string, { models }: PriceTable) {
  const name = model.toLowerCase()
  const fitting = models.filter(({ match }) => name.startsWith(match.toLowerCase()))
  return fitting.sort((one, other) => other.match.length - one.match.length)[0]
}
