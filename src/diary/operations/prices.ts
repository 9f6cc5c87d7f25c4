import { mkdir, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../../files/replace.ts'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { dayAt } from '../dates/zone.ts'
import { pricesFromLiteLlm } from '../prices/litellm.ts'
import {
  type PricesInForce,
  type PriceTable,
  priceSources,
  pricesInForce,
  updatedPrices,
} from '../prices/price-table.ts'
import { reject } from '../rejection.ts'
import { dayStatistics } from '../report/range/statistics.ts'
import { storedReport, workspaceDays } from '../report/stored-reports.ts'
import type { DiarySettings } from '../settings.ts'
import { fileText, readObject } from '../workspace/json-file.ts'

const daysLookedAt = 30

const Rate = z.number().nullable().describe('US dollars per million tokens; null where it is not known')

/** The table in force as it is shown. */
const PricesShown = {
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
async function showPrices({ table, from }: PricesInForce, settings: Pick<DiarySettings, 'root'>) {
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

export const diaryPrices = diaryOperation({
  name: 'diary_prices',
  audience: 'people',
  summary: 'The prices that costs are worked out with: of which day, from where, and for which models.',
  effect: 'read',
  input: z.strictObject({}),
  result: PricesShown,
  run: async (_, { diary }) => showPrices(await pricesInForce(diary), diary),
})

export const diaryUpdatePrices = diaryOperation({
  name: 'diary_update_prices',
  audience: 'people',
  summary:
    'Take the prices of models from a file on the machine Daybook runs on, in place of those it came with. Reports have them when they are made again.',
  effect: 'change',
  input: z.strictObject({
    file: z
      .string()
      .min(1)
      .describe('Absolute path of a JSON file in the shape of LiteLLM’s model_prices_and_context_window.json')
      .meta({ examples: ['/home/me/model_prices_and_context_window.json'] }),
    as_of: DateArgument.describe('The day the prices are of; the day the file was last changed when absent').optional(),
  }),
  result: PricesShown,
  async run({ file, as_of }, { diary }) {
    const { models, changedAt } = await readFile(file)
    const version = as_of ?? dayAt(changedAt, diary.timezone)
    const table: PriceTable = { version, source: 'a file in the shape of LiteLLM’s price list', models }
    await mkdir(diary.root, { recursive: true, mode: 0o700 })
    await replaceFile(updatedPrices(diary), fileText(table))
    return showPrices(await pricesInForce(diary), diary)
  },
})

async function readFile(file: string): Promise<{ models: PriceTable['models']; changedAt: number }> {
  if (!isAbsolute(file)) reject('file', 'the file must be named from the root', 'give an absolute path')
  const there = await stat(file).catch(() => undefined)
  if (!there?.isFile()) reject('file', 'there is no such file', 'correct the path')
  if (there.size > maxBytes) reject('file', 'the file is too large for a price list', 'name a file of 32 MiB at most')
  const stored = await readObject(file)
  const models = stored.state === 'read' ? pricesFromLiteLlm(stored.value) : null
  if (models) return { models, changedAt: there.mtimeMs }
  return reject(
    'file',
    'the file does not have the form of a price list',
    'take model_prices_and_context_window.json of LiteLLM: objects by model with input_cost_per_token and output_cost_per_token',
  )
}

const maxBytes = 32 * 1024 * 1024
