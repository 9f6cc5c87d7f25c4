import { join } from 'node:path'
import { z } from 'zod'
import { reject } from '../rejection.ts'
import type { DiarySettings } from '../settings.ts'
import { readObject } from '../workspace/json-file.ts'
import bundled from './prices.json' with { type: 'json' }

const Rate = z.number().min(0)

const rates = { input: Rate, output: Rate, cache_read: Rate.optional(), cache_write: Rate.optional() }

/** US dollars per million tokens. What has no price is not known, which is not the same as free. */
const CurrentPrice = z.object({
  ...rates,
  /** For what is kept for an hour; `cache_write` is for five minutes. */
  cache_write_1h: Rate.optional(),
  /** So many times as much for a quick answer. */
  fast: Rate.optional(),
  /** The prices of requests whose prompt is longer than so many tokens. */
  long: z.array(z.object({ above: z.int(), ...rates, cache_write_1h: Rate.optional() })).optional(),
})
const Price = CurrentPrice.extend({
  /** What it was before a day, the oldest first. */
  earlier: z.array(CurrentPrice.extend({ until: z.iso.date() })).optional(),
})
export type Price = z.output<typeof Price>

const PriceTable = z.object({
  /** The day it is of. */
  version: z.string().min(1),
  source: z.string().default('a file of your own'),
  /** By the exact name of the model. */
  models: z.record(z.string(), Price),
})
export type PriceTable = z.output<typeof PriceTable>

/** The form of tables until 2026-11: a list of names. */
const ListedPrices = z.object({
  version: z.string().min(1),
  models: z.array(Price.extend({ match: z.string().min(1) })),
})

export const bundledPrices: PriceTable = PriceTable.parse(bundled)

/** Which table is in force: one the settings name, one that was stored, or the one of the program. */
export const priceSources = ['settings', 'update', 'bundled'] as const

export interface PricesInForce {
  table: PriceTable
  from: (typeof priceSources)[number]
}

/** The table that the settings name, else the one that was stored last, else the bundled one. */
export async function pricesInForce(settings: Pick<DiarySettings, 'prices' | 'root'>): Promise<PricesInForce> {
  const { prices } = settings
  if (prices !== undefined) return { table: await readTable(prices, ofSettings), from: 'settings' }
  const path = updatedPrices(settings)
  const stored = await readObject(path)
  if (stored.state === 'absent') return { table: bundledPrices, from: 'bundled' }
  return { table: await readTable(path, ofUpdate), from: 'update' }
}

/** The table in force with the prices of a day; with the newest where none is named. */
export async function loadPrices(
  settings: Pick<DiarySettings, 'prices' | 'root'>,
  day?: string | null,
): Promise<PriceTable> {
  const { table } = await pricesInForce(settings)
  return day ? pricesOn(table, day) : table
}

/** The prices as they were on a day. */
export function pricesOn(table: PriceTable, day: string): PriceTable {
  const models = Object.entries(table.models).map(([name, price]) => {
    const before = price.earlier?.find(({ until }) => day < until)
    return [name, before ?? price] as const
  })
  return { ...table, models: Object.fromEntries(models) }
}

/** Where `diary_update_prices` keeps its table. */
export function updatedPrices({ root }: Pick<DiarySettings, 'root'>): string {
  return join(root, 'prices.json')
}

const ofSettings = {
  name: 'the price table of the settings',
  hint: 'correct the file that DAYBOOK_PRICES or diary.prices names, or unset it',
}
const ofUpdate = { name: 'the stored price table', hint: 'run daybook diary prices --update <file> again' }

async function readTable(path: string, { name, hint }: typeof ofSettings): Promise<PriceTable> {
  const stored = await readObject(path)
  const table = stored.state === 'read' ? tableIn(stored.value) : undefined
  if (table) return table
  return reject(
    'prices',
    `${name} ${stored.state === 'absent' ? 'is not there' : 'does not have the form of one'}`,
    hint,
  )
}

function tableIn(value: unknown): PriceTable | undefined {
  const table = PriceTable.safeParse(value)
  if (table.success) return table.data
  const listed = ListedPrices.safeParse(value).data
  if (!listed) return undefined
  const models = Object.fromEntries(listed.models.map(({ match, ...price }) => [match, price]))
  return { version: listed.version, source: 'a file of your own', models }
}
