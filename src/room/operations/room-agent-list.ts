import { z } from 'zod'
import { listedAgents } from '../agents/agent-view.ts'
import { roomOperation } from '../context.ts'
import { PageInput } from '../page.ts'
import { AgentList } from '../schema.ts'

export const roomAgentList = roomOperation({
  name: 'room_agent_list',
  summary: 'The agents that take part, in the order in which they speak.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/agents'],
  input: z.strictObject(PageInput),
  output: AgentList,
  async run(page, { room }) {
    return listedAgents(room, page, ({ enabled }) => enabled)
  },
})
