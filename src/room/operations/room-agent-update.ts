import { AgentChange } from '../agents/agent-fields.ts'
import { agentView } from '../agents/agent-view.ts'
import { changeAgent } from '../agents/edit-agents.ts'
import { roomOperation } from '../context.ts'
import { notifyOfChiefs } from '../notifications/notify.ts'
import { EditedAgent } from '../schema.ts'

export const roomAgentUpdate = roomOperation({
  name: 'room_agent_update',
  summary: 'Change what is given of an agent; null takes a field away.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/agents/{id}'],
  input: AgentChange,
  output: EditedAgent,
  async run(given, { room }) {
    const { result, warnings } = await changeAgent(room, given)
    await notifyOfChiefs(room)
    return { agent: await agentView(room, result), warnings }
  },
})
