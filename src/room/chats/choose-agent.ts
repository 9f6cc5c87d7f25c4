import { type Agent, chiefs } from '../agents/registry.ts'
import { notFound, roomFault } from '../faults.ts'
import type { Room } from '../room.ts'

/** The agent that was named, else the one the chat is with, else the single Chief. */
export async function chooseAgent(room: Room, named: string | undefined, ofChat?: string): Promise<Agent> {
  const registry = await room.agents.read()
  if (named !== undefined && ofChat !== undefined && named !== ofChat)
    throw roomFault('invalid_request', { field: 'agentId', agentId: ofChat })
  const wanted = named ?? ofChat
  if (wanted === undefined) {
    const [chief, ...others] = chiefs(registry)
    if (!chief || others.length > 0) throw roomFault('agent_required', { count: chiefs(registry).length })
    return chief
  }
  const agent = registry.agents.find(({ id }) => id === wanted)
  if (!agent) throw notFound('agent', { agentId: wanted })
  if (!agent.enabled) throw roomFault('agent_disabled', { agentId: wanted })
  return agent
}
