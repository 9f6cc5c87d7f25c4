import { type PageWanted, pageOf } from '../page.ts'
import type { Room } from '../room.ts'
import type { AgentView } from '../schema.ts'
import { chiefWarnings } from './edit-agents.ts'
import { type Endpoint, endpointOf, foundEndpointOf } from './endpoints.ts'
import type { Agent } from './registry.ts'
import { roleKey } from './roles.ts'

type Desk = Pick<Room, 'agents' | 'endpoints' | 'agentModels'>

/** An agent, and how things stand with whoever speaks for it. */
export async function agentView({ agentModels }: Pick<Desk, 'agentModels'>, agent: Agent): Promise<AgentView> {
  return { ...agent, roleKey: roleKey(agent.role), speaker: await agentModels.status(agent) }
}

export async function listedAgents(
  room: Desk,
  page: PageWanted,
  wanted: (agent: Agent) => boolean,
): Promise<{ agents: AgentView[]; nextCursor: string | null; warnings: string[] }> {
  const registry = await room.agents.read()
  const { items, nextCursor } = pageOf(registry.agents.filter(wanted), ({ id }) => id, page)
  const agents = await Promise.all(items.map(agent => agentView(room, agent)))
  return { agents, nextCursor, warnings: chiefWarnings(registry) }
}

export async function endpointView({ endpoints, agentModels }: Desk, agent: Agent) {
  const file = await endpoints.read()
  const endpoint: Endpoint | null = endpointOf(file, agent.id) ?? null
  const found = foundEndpointOf(file, agent.id)
  const unconfirmed = found && { unconfirmed: agentModels.previewRequest(found) }
  return { agentId: agent.id, endpoint, ...unconfirmed, speaker: await agentModels.status(agent) }
}
