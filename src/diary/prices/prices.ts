import { z } from 'zod'
import { agentOf } from '../../transcripts/agents.ts'
import { reject } from '../rejection.ts'
import type { TurnFacts } from '../schema.ts'
import type { DiarySettings } from '../settings.ts'
import { readObject } from '../workspace/json-file.ts'
import bundled from './prices.json' with { type: 'json' }

const Rate = z.number().min(0)

/** US dollars per million tokens, by how a model's name begins. */
const PriceTable = z.object({
  version: z.string().min(1),
  models: z.array(
    z.object({ match: z.string().min(1), input: Rate, output: Rate, cache_read: Rate, cache_write: Rate }),
  ),
})
export type PriceTable = z.output<typeof PriceTable>

export const bundledPrices: PriceTable = PriceTable.parse(bundled)

/** The table of the settings, else the bundled one. */
export async function loadPrices({ prices }: Pick<DiarySettings, 'prices'>): Promise<PriceTable> {
  if (prices === undefined) return bundledPrices
  const stored = await readObject(prices)
  const table = PriceTable.safeParse(stored.state === 'read' ? stored.value : undefined)
  if (table.success) return table.data
  return reject(
    'prices',
    `the price table of the settings ${stored.state === 'absent' ? 'is not there' : 'does not have the form of one'}`,
    'correct the file that DAYBOOK_PRICES or diary.prices names, or unset it',
  )
}

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

/** Sums of fractions end in noise; a millionth of a dollar is enough. */
export function roundCost(dollars: number): number {
  return Math.round(dollars * 1_000_000) / 1_000_000
}

function priceOf(model: string, { models }: PriceTable) {
  const name = model.toLowerCase()
  const fitting = models.filter(({ match }) => name.startsWith(match.toLowerCase()))
  return fitting.sort((one, other) => other.match.length - one.match.length)[0]
}
