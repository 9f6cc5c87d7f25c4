import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { requireAgent } from '../issues/personal.ts'
import { issueMemoryStore, memoryOf, personalView } from '../memory/issue-memory.ts'

export const roomInterestList = roomOperation({
  name: 'room_interest_list',
  summary: 'What an agent makes of every issue it has looked at, as it stands now.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/issue-memory/agents/{agentId}'],
  input: z.strictObject({ agentId: z.string() }),
  output: z.object({
    agentId: z.string(),
    activations: z.int(),
    issues: z.array(z.looseObject({ issueId: z.int(), interest: z.int(), tags: z.array(z.string()) })),
  }),
  async run({ agentId }, { room }) {
    const agent = await requireAgent(room, agentId)
    const memory = await issueMemoryStore(room.control).read()
    const { activations, issues } = memoryOf(memory, agentId)
    const known = (await room.issues.all()).filter(({ id }) => Object.hasOwn(issues, id))
    return {
      agentId,
      activations,
      issues: known.map(issue => ({ issueId: issue.id, ...personalView(memory, agent, issue) })),
    }
  },
})
