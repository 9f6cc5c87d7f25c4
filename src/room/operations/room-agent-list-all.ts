import { z } from 'zod'
import { listedAgents } from '../agents/agent-view.ts'
import { roomOperation } from '../context.ts'
import { PageInput } from '../page.ts'
import { AgentList } from '../schema.ts'

export const roomAgentListAll = roomOperation({
  name: 'room_agent_list_all',
  summary: 'Every agent of the roster, those that are switched off too.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/agents/all'],
  input: z.strictObject(PageInput),
  output: AgentList,
  async run(page, { room }) {
    return listedAgents(room, page, () => true)
  },
})
