import { NewAgent } from '../agents/agent-fields.ts'
import { agentView } from '../agents/agent-view.ts'
import { addAgent } from '../agents/edit-agents.ts'
import { roomOperation } from '../context.ts'
import { EditedAgent } from '../schema.ts'

export const roomAgentCreate = roomOperation({
  name: 'room_agent_create',
  summary: 'Add an agent to the end of the roster. Its id stays for good.',
  effect: 'append',
  access: 'admin',
  audience: 'people',
  routes: ['POST /api/agents'],
  input: NewAgent,
  output: EditedAgent,
  toStatus: () => ({ http: 201 }),
  async run(given, { room }) {
    const { result, warnings } = await addAgent(room, given)
    return { agent: await agentView(room, result), warnings }
  },
})
