import { isObject, numberAt, objectAt, type TranscriptRecord } from '../../transcripts/record.ts'
import { promptSteps } from './cost.ts'
import type { Price, PriceTable } from './price-table.ts'

const rateKeys = {
  input: 'input_cost_per_token',
  output: 'output_cost_per_token',
  cache_read: 'cache_read_input_token_cost',
  cache_write: 'cache_creation_input_token_cost',
  cache_write_1h: 'cache_creation_input_token_cost_above_1hr',
} as const

/**
 * The prices in a file of the shape of LiteLLM's `model_prices_and_context_window.json`: dollars per token by the name
 * of the model. Models that are not paid by the token are left out. Null when it has another shape.
 */
export function pricesFromLiteLlm(value: unknown): PriceTable['models'] | null {
  if (!isObject(value)) return null
  const models: PriceTable['models'] = {}
  for (const [name, entry] of Object.entries(value)) {
    if (name === example || !isObject(entry)) continue
    const price = priceOf(entry)
    if (price === 'wrong') return null
    if (price) models[name] = price
  }
  return Object.keys(models).length > 0 ? models : null
}

/** The file begins with an entry that describes the others. */
const example = 'sample_spec'

function priceOf(entry: TranscriptRecord): Price | null | 'wrong' {
  const base = ratesOf(entry, '')
  if (!hasBoth(base)) return null
  const long = stepsIn(entry).map(above => ({ above, rates: ratesOf(entry, `_above_${above / 1000}k_tokens`) }))
  if ([base, ...long.map(({ rates }) => rates)].some(isWrong)) return 'wrong'
  // Above a step that is not known to us the price would be a guess.
  if (long.some(({ above }) => !promptSteps.includes(above))) return null
  const fast = numberAt(objectAt(entry, 'provider_specific_entry'), 'fast')
  const tiers = long.flatMap(({ above, rates }) => (hasBoth(rates) ? [{ above, ...rates }] : []))
  return { ...base, ...(fast !== undefined && { fast }), ...(tiers.length > 0 && { long: tiers }) }
}

type Rates = { -readonly [kind in keyof typeof rateKeys]?: number }

function ratesOf(entry: TranscriptRecord, suffix: string): Rates {
  const rates: Rates = {}
  for (const [kind, key] of entriesOf(rateKeys)) {
    const perToken = numberAt(entry, `${key}${suffix}`)
    if (perToken !== undefined) rates[kind] = perMillion(perToken)
  }
  return rates
}

function entriesOf<K extends string, V>(object: { [key in K]: V }): [K, V][] {
  // The keys of an object literal are all the keys its type has.
  return Object.entries(object) as [K, V][]
}

function hasBoth(rates: Rates): rates is Rates & { input: number; output: number } {
  return rates.input !== undefined && rates.output !== undefined
}

/** Prices per token below zero or above one dollar are mistakes of the file. */
function isWrong(rates: Rates): boolean {
  return Object.values(rates).some(rate => rate < 0 || rate > 1_000_000)
}

function stepsIn(entry: TranscriptRecord): number[] {
  const steps = Object.keys(entry).flatMap(key => {
    const thousands = /^input_cost_per_token_above_(\d{1,6})k_tokens$/.exec(key)?.[1]
    return thousands === undefined ? [] : [Number(thousands) * 1000]
  })
  return steps.sort((one, other) => one - other)
}

/** Without the noise that multiplying leaves. */
function perMillion(perToken: number): number {
  return Number((perToken * 1_000_000).toPrecision(10))
}
