import { formatInstant } from '../../kernel/instants.ts'
import type { Room } from '../room.ts'
import { Endpoint } from './endpoints.ts'
import { defaultRoster } from './registry.ts'

type Desk = Pick<Room, 'agents' | 'endpoints' | 'clock'>

/** Puts the six of a new room where there is nobody yet; a roster that somebody made stays as it is. */
export function ensureRoster({ agents, clock }: Pick<Desk, 'agents' | 'clock'>): Promise<boolean> {
  return agents.change(registry =>
    registry.agents.length > 0
      ? { result: false }
      : { next: { ...registry, agents: defaultRoster(formatInstant(clock())).agents }, result: true },
  )
}

/** Lets everybody who has no endpoint yet speak through one model, after a person has agreed to it. */
export async function giveModel(
  { agents, endpoints }: Pick<Desk, 'agents' | 'endpoints'>,
  { provider, model }: { provider: string; model: string },
): Promise<string[]> {
  const ids = (await agents.read()).agents.map(({ id }) => id)
  return endpoints.change(file => {
    const without = ids.filter(id => !Object.hasOwn(file.agents, id) && !Object.hasOwn(file.found, id))
    const given = without.map(id => [id, Endpoint.parse({ provider, model })] as const)
    return { next: { ...file, agents: { ...file.agents, ...Object.fromEntries(given) } }, result: without }
  })
}
