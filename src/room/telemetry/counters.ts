import { z } from 'zod'
import { buckets } from '../evidence/buckets.ts'

const plain = [
  'activations',
  'model_calls',
  'tokens_in',
  'tokens_out',
  'tool_runs',
  'tool_errors',
  'abstains',
  'accepted',
  'issue_accesses',
  ...buckets,
] as const
const tallied = ['alias_hits', 'retries', 'errors', 'stop_hooks', 'codes', 'client_reported'] as const

const count = z.int().min(0).default(0)
const Tally = z.record(z.string(), z.int().min(0)).default({})
type Tally = z.output<typeof Tally>

/** All counters, the same for every scope. */
export const Counters = z.looseObject({
  activations: count,
  model_calls: count,
  tokens_in: count,
  tokens_out: count,
  tool_runs: count,
  tool_errors: count,
  alias_hits: Tally,
  retries: Tally,
  abstains: count,
  accepted: count,
  issue_accesses: count,
  errors: Tally,
  stop_hooks: Tally,
  evidence_invalid: count,
  quote_not_found: count,
  tool_syntax: count,
  cot_leak: count,
  format_error: count,
  /** Why replies and calls were refused, by the name of the reason. */
  codes: Tally,
  /** Refusals that a page saw and told of, by what it called them. */
  client_reported: Tally,
})
export type Counters = z.output<typeof Counters>

export function counters(some: Partial<Counters> = {}): Counters {
  return Counters.parse(some)
}

export function addCounters(a: Counters, b: Counters): Counters {
  const sums = plain.map(name => [name, a[name] + b[name]])
  const tallies = tallied.map(name => [name, addTallies(a[name], b[name])])
  return { ...a, ...Object.fromEntries([...sums, ...tallies]) }
}

/** How often each word occurs. */
export function tallyOf(words: readonly string[]): Tally {
  return words.reduce<Tally>((tally, word) => addTallies(tally, { [word]: 1 }), {})
}

function addTallies(a: Tally, b: Tally): Tally {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return Object.fromEntries([...names].sort().map(name => [name, own(a, name) + own(b, name)]))
}

function own(tally: Tally, name: string): number {
  return Object.hasOwn(tally, name) ? (tally[name] ?? 0) : 0
}
