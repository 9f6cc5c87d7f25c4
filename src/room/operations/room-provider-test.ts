import { z } from 'zod'
import { agentNamed } from '../agents/edit-agents.ts'
import { AgentId } from '../agents/registry.ts'
import { roomOperation } from '../context.ts'

export const roomProviderTest = roomOperation({
  name: 'room_provider_test',
  summary: 'Ask whoever speaks for an agent one fixed question, and say whether and how fast it answered.',
  // A key goes out and its use is noted, so it is nothing that a link may ask for.
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/providers/test'],
  input: z.strictObject({ agentId: AgentId }),
  output: z.object({
    ok: z.boolean(),
    code: z.string().nullable(),
    latencyMs: z.int(),
    provider: z.string(),
    model: z.string(),
  }),
  async run({ agentId }, { call, room }) {
    const { agents, agentModels } = room
    const agent = agentNamed(await agents.read(), agentId)
    return agentModels.test(agent, call.signal ?? new AbortController().signal)
  },
})
