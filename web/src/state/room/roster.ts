import type { Agent } from '../../../../src/room/agents/registry.ts'
import type { AgentView } from '../../../../src/room/schema.ts'
import type { Output } from '../../operations.ts'
import { roomQuery } from './queries.ts'

/** An agent with everything the roster stores about it. */
export type RosterAgent = Agent & Pick<AgentView, 'roleKey' | 'speaker'>

export const rosterQuery = (project: string) => ({
  ...roomQuery(project, 'room_agent_list_all', { limit: 500 }),
  select: ({ agents, warnings }: Output<'room_agent_list_all'>) => ({ agents: agents.map(whole), warnings }),
})

export const agentQuery = (project: string, id: string) => ({
  ...roomQuery(project, 'room_agent_show', { id }),
  select: whole,
})

/** The queries that show an agent or its model. */
export const agentViews = [
  'room_agent_list_all',
  'room_agent_list',
  'room_agent_show',
  'room_endpoint_list',
  'room_status_show',
] as const

// The server returns the whole agent; the wire schema names what every caller needs.
function whole(agent: AgentView): RosterAgent {
  return agent as AgentView & RosterAgent
}
