import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { requireAgent, requireIssue } from '../issues/personal.ts'
import { issueMemoryStore, personalView } from '../memory/issue-memory.ts'

export const roomInterestShow = roomOperation({
  name: 'room_interest_show',
  summary: 'What an agent makes of one issue, as it stands now.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/issue-memory/agents/{agentId}/issues/{issueId}'],
  input: z.strictObject({ agentId: z.string(), issueId: z.int().min(1) }),
  output: z.looseObject({ agentId: z.string(), issueId: z.int(), interest: z.int(), tags: z.array(z.string()) }),
  async run({ agentId, issueId }, { room }) {
    const [agent, issue] = [await requireAgent(room, agentId), await requireIssue(room, issueId)]
    const memory = await issueMemoryStore(room.control).read()
    return { agentId, issueId, ...personalView(memory, agent, issue) }
  },
})
