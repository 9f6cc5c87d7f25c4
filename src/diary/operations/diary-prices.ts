import { z } from 'zod'
import { diaryOperation } from '../context.ts'
import { pricesInForce } from '../prices/price-table.ts'
import { PricesShown, showPrices } from '../prices/shown.ts'

export const diaryPrices = diaryOperation({
  name: 'diary_prices',
  audience: 'people',
  summary: 'The prices that costs are worked out with: of which day, from where, and for which models.',
  effect: 'read',
  input: z.strictObject({}),
  accepted: 'ok',
  result: PricesShown,
  run: async (_, { diary }) => showPrices(await pricesInForce(diary), diary),
})
