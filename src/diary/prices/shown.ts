import { z } from 'zod'
import { type PricesInForce, priceSources } from './price-table.ts'

const Rate = z.number().nullable().describe('US dollars per million tokens; null where it is not known')

/** The table in force as it is shown. */
export const PricesShown = {
  version: z.string().describe('The day the prices are of'),
  source: z.string().describe('Where the prices were taken from'),
  from: z
    .enum(priceSources)
    .describe('Which table this is: one the settings name, one that was stored, or the one of the program'),
  models: z.array(
    z.object({
      model: z.string(),
      input: Rate,
      output: Rate,
      cache_read: Rate,
      cache_write: Rate,
      cache_write_1h: Rate,
      above: z.array(z.int()).describe('Longer prompts than these, in tokens, have prices of their own'),
    }),
  ),
}

export function showPrices({ table, from }: PricesInForce) {
  return {
    version: table.version,
    source: table.source,
    from,
    models: Object.entries(table.models).map(([model, { long = [], ...price }]) => ({
      model,
      input: price.input,
      output: price.output,
      cache_read: price.cache_read ?? null,
      cache_write: price.cache_write ?? null,
      cache_write_1h: price.cache_write_1h ?? null,
      above: long.map(({ above }) => above),
    })),
  }
}
