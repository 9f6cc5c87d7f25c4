import { z } from 'zod'
import { dayStatistics } from '../report/range/statistics.ts'
import { storedReport, workspaceDays } from '../report/stored-reports.ts'
import type { DiarySettings } from '../settings.ts'
import { type PricesInForce, type PriceTable, priceSources } from './price-table.ts'

const daysLookedAt = 30

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
  unpriced: z
    .array(z.object({ model: z.string(), turns: z.int(), last_day: z.string() }))
    .describe(`Models that the reports of the newest ${daysLookedAt} days name and that have no price`),
}

/** The table in force, and what it lacks for the newest reports. */
export async function showPrices({ table, from }: PricesInForce, settings: Pick<DiarySettings, 'root'>) {
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
    unpriced: await unpricedModels(table, settings),
  }
}

async function unpricedModels({ models }: PriceTable, settings: Pick<DiarySettings, 'root'>) {
  const found = new Map<string, { model: string; turns: number; last_day: string }>()
  for (const day of (await workspaceDays(settings)).slice(0, daysLookedAt)) {
    const report = await storedReport(settings, day)
    if (typeof report === 'string') continue
    for (const [model, turns] of Object.entries(dayStatistics(report.statistics).models)) {
      if (Object.hasOwn(models, model) || /^<.*>$/.test(model)) continue
      const known = found.get(model)
      found.set(model, { model, turns: (known?.turns ?? 0) + turns, last_day: known?.last_day ?? day })
    }
  }
  return [...found.values()]
}
