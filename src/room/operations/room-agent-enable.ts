import { z } from 'zod'
import { agentView } from '../agents/agent-view.ts'
import { changeAgent } from '../agents/edit-agents.ts'
import { AgentId } from '../agents/registry.ts'
import { roomOperation } from '../context.ts'
import { notifyOfChiefs } from '../notifications/notify.ts'
import { EditedAgent } from '../schema.ts'

export const roomAgentEnable = roomOperation({
  name: 'room_agent_enable',
  summary: 'Switch an agent on or off. Agents are never deleted, because receipts name them.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/agents/{id}/status'],
  input: z.strictObject({ id: AgentId, enabled: z.boolean() }),
  output: EditedAgent,
  async run(given, { room }) {
    const { result, warnings } = await changeAgent(room, given)
    await notifyOfChiefs(room)
    return { agent: await agentView(room, result), warnings }
  },
})
