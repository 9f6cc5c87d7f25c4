import { z } from 'zod'
import { orderAgents } from '../agents/edit-agents.ts'
import { AgentId } from '../agents/registry.ts'
import { roomOperation } from '../context.ts'

export const roomAgentArrange = roomOperation({
  name: 'room_agent_arrange',
  summary: 'Put the roster into the order in which agents speak. Name every agent once.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/agents/order'],
  input: z.strictObject({ order: z.array(AgentId).max(1000) }),
  output: z.object({ order: z.array(z.string()), warnings: z.array(z.string()) }),
  async run({ order }, { room }) {
    const { result, warnings } = await orderAgents(room, order)
    return { order: result.map(({ id }) => id), warnings }
  },
})
