import { endpointOf } from '../agents/endpoints.ts'
import type { Agent } from '../agents/registry.ts'
import { builtinModel } from '../providers/agent-models.ts'
import type { Room } from '../room.ts'

/** The model an agent speaks with at present. */
export async function activeModel({ endpoints }: Pick<Room, 'endpoints'>, agent: Agent): Promise<string> {
  return agent.activeModelId ?? endpointOf(await endpoints.read(), agent.id)?.model ?? builtinModel
}
