import { z } from 'zod'
import { agentView } from '../agents/agent-view.ts'
import { agentNamed } from '../agents/edit-agents.ts'
import { AgentId } from '../agents/registry.ts'
import { roomOperation } from '../context.ts'
import { AgentView } from '../schema.ts'

export const roomAgentShow = roomOperation({
  name: 'room_agent_show',
  summary: 'One agent, and how things stand with whoever speaks for it.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/agents/{id}'],
  input: z.strictObject({ id: AgentId }),
  output: AgentView,
  async run({ id }, { room }) {
    return agentView(room, agentNamed(await room.agents.read(), id))
  },
})
