import { z } from 'zod'
import { ownValue } from '../../kernel/json.ts'
import { type Surface, surfaces } from '../../receipts/receipt.ts'

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
  /** Refusals that a page saw and reported, by what it called them. */
  client_reported: Tally,
})
export type Counters = z.output<typeof Counters>

export function counters(some: Partial<Counters> = {}): Counters {
  return Counters.parse(some)
}

export function addCounters(a: Counters, b: Counters): Counters {
  const sums = Counters.keyof().options.map(name => {
    const [x, y] = [a[name], b[name]]
    return [name, typeof x === 'number' ? x + Number(y) : addTallies(x, Object(y))]
  })
  return { ...a, ...Object.fromEntries(sums) }
}

/** How often each word occurs. */
export function tallyOf(words: readonly string[]): Tally {
  return words.reduce<Tally>((tally, word) => addTallies(tally, { [word]: 1 }), {})
}

function addTallies(a: Tally, b: Tally): Tally {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return Object.fromEntries([...names].sort().map(name => [name, (ownValue(a, name) ?? 0) + (ownValue(b, name) ?? 0)]))
}

const ById = z.record(z.string(), Counters)

/** The same counters for each scope of a report. */
export const Scopes = z.looseObject({
  totals: Counters.prefault({}),
  agents: ById.default({}),
  surfaces: ById.default({}),
  conferences: ById.default({}),
  conferenceAgents: z.record(z.string(), ById).default({}),
  tools: ById.default({}),
})
export type Scopes = z.output<typeof Scopes>

export function noScopes(): Scopes {
  return { ...Scopes.parse({}), surfaces: Object.fromEntries(surfaces.map(surface => [surface, counters()])) }
}

/** Where something happened. */
interface Origin {
  surface: Surface
  agentId?: string | null
  conferenceId?: string | undefined
}

/** Counts once in everything the place belongs to. */
export function countAt({ surface, agentId, conferenceId }: Origin, counted: Counters): Scopes {
  return {
    ...countInConference(conferenceId, agentId, counted),
    totals: counted,
    agents: agentId ? { [agentId]: counted } : {},
    surfaces: { [surface]: counted },
  }
}

/** Counts in a conference alone: what its participants report was not seen by this program. */
export function countInConference(
  conferenceId: string | undefined,
  agentId: string | null | undefined,
  counted: Counters,
): Scopes {
  if (conferenceId === undefined) return Scopes.parse({})
  return {
    ...Scopes.parse({}),
    conferences: { [conferenceId]: counted },
    conferenceAgents: agentId ? { [conferenceId]: { [agentId]: counted } } : {},
  }
}

export function addScopes(a: Scopes, b: Scopes): Scopes {
  return {
    ...a,
    totals: addCounters(a.totals, b.totals),
    agents: mergeById(a.agents, b.agents, addCounters),
    surfaces: mergeById(a.surfaces, b.surfaces, addCounters),
    conferences: mergeById(a.conferences, b.conferences, addCounters),
    conferenceAgents: mergeById(a.conferenceAgents, b.conferenceAgents, (x, y) => mergeById(x, y, addCounters)),
    tools: mergeById(a.tools, b.tools, addCounters),
  }
}

function mergeById<T>(a: Record<string, T>, b: Record<string, T>, add: (x: T, y: T) => T): Record<string, T> {
  const after = new Map(Object.entries(a))
  for (const [id, more] of Object.entries(b)) {
    const before = after.get(id)
    after.set(id, before === undefined ? more : add(before, more))
  }
  return Object.fromEntries(after)
}
