import { z } from 'zod'
import { reject } from '../rejection.ts'
import type { DiarySettings } from '../settings.ts'
import { readObject } from '../workspace/json-file.ts'
import bundled from './prices.json' with { type: 'json' }

export { estimatedCost } from './estimated-cost.ts'

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
