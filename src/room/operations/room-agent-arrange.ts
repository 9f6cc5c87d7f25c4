import { z } from 'zod'
import { orderAgents } from '../agents/edit-agents.ts'
import { AgentId } from '../agents/registry.ts'
import { roomOperation } from '../context.ts'

export const roomAgentArrange = roomOperation({
  name: 'room_agent_arrange',
  summary: 'Put the roster into the order in which agents speak. Name every agent once.',
  effect: 'change',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/agents/order'],
  input: z.strictObject({ order: z.array(AgentId).max(1000) }),
  output: z.object({ order: z.array(z.string()), warnings: z.array(z.string()) }),
  async run({ order }, { call, rooms }) {
    const { result, warnings } = await orderAgents(await rooms.of(call, 'admin'), order)
    return { order: result.map(({ id }) => id), warnings }
  },
})
