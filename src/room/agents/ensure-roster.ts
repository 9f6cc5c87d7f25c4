import { formatInstant } from '../../kernel/instants.ts'
import type { RoomBase } from '../room-base.ts'
import type { JsonStore } from '../store/json-store.ts'
import { Endpoint, type Endpoints } from './endpoints.ts'
import { defaultRoster, type Registry } from './registry.ts'

/** Gives a room without agents the default six; a roster that exists stays as it is. */
export function ensureRoster({
  agents,
  clock,
}: Pick<RoomBase, 'clock'> & { agents: JsonStore<Registry> }): Promise<boolean> {
  return agents.change(registry =>
    registry.agents.length > 0
      ? { result: false }
      : { next: { ...registry, agents: defaultRoster(formatInstant(clock())).agents }, result: true },
  )
}

/** Sets one model for all agents that have no endpoint yet, after a person has agreed to it. */
export async function giveModel(
  { agents, endpoints }: { agents: JsonStore<Registry>; endpoints: JsonStore<Endpoints> },
  { provider, model }: { provider: string; model: string },
): Promise<string[]> {
  const ids = (await agents.read()).agents.map(({ id }) => id)
  return endpoints.change(file => {
    const without = ids.filter(id => !Object.hasOwn(file.agents, id) && !Object.hasOwn(file.found, id))
    const given = without.map(id => [id, Endpoint.parse({ provider, model })] as const)
    return { next: { ...file, agents: { ...file.agents, ...Object.fromEntries(given) } }, result: without }
  })
}
