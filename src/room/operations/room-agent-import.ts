import { z } from 'zod'
import { ImportedAgent } from '../agents/agent-fields.ts'
import { agentView } from '../agents/agent-view.ts'
import { importAgents } from '../agents/edit-agents.ts'
import { roomOperation } from '../context.ts'
import { AgentView } from '../schema.ts'

export const roomAgentImport = roomOperation({
  name: 'room_agent_import',
  summary: 'Add agents as the file agents.json of another workspace has them: all of them or none.',
  effect: 'append',
  access: 'admin',
  audience: 'people',
  routes: ['POST /api/agents/import'],
  input: z.strictObject({ agents: z.array(ImportedAgent).min(1).max(100) }),
  output: z.object({ agents: z.array(AgentView), warnings: z.array(z.string()) }),
  toStatus: () => ({ http: 201 }),
  async run({ agents }, { room }) {
    const { result, warnings } = await importAgents(room, agents)
    return { agents: await Promise.all(result.map(agent => agentView(room, agent))), warnings }
  },
})
