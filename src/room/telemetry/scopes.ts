import { z } from 'zod'
import { type Surface, surfaces } from '../../receipts/receipt.ts'
import { addCounters, Counters, counters } from './counters.ts'

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
export interface Place {
  surface: Surface
  agentId?: string | null
  conferenceId?: string | undefined
}

/** Counts once in everything the place belongs to. */
export function countedAt({ surface, agentId, conferenceId }: Place, counted: Counters): Scopes {
  return {
    ...countedInConference(conferenceId, agentId, counted),
    totals: counted,
    agents: agentId ? { [agentId]: counted } : {},
    surfaces: { [surface]: counted },
  }
}

/** Counts in a conference alone: what its participants tell of it is no fact of this program. */
export function countedInConference(
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
    agents: merged(a.agents, b.agents, addCounters),
    surfaces: merged(a.surfaces, b.surfaces, addCounters),
    conferences: merged(a.conferences, b.conferences, addCounters),
    conferenceAgents: merged(a.conferenceAgents, b.conferenceAgents, (x, y) => merged(x, y, addCounters)),
    tools: merged(a.tools, b.tools, addCounters),
  }
}

function merged<T>(a: Record<string, T>, b: Record<string, T>, add: (x: T, y: T) => T): Record<string, T> {
  const after = new Map(Object.entries(a))
  for (const [id, more] of Object.entries(b)) {
    const before = after.get(id)
    after.set(id, before === undefined ? more : add(before, more))
  }
  return Object.fromEntries(after)
}
