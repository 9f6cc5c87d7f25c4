import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { roomFault } from '../faults.ts'
import { recordInterest } from '../issues/personal.ts'
import { callerOf } from '../platform/caller.ts'
import { countIssueAccess } from '../telemetry/observe.ts'

export const roomInterestRecord = roomOperation({
  name: 'room_interest_record',
  summary: 'Records that an agent looked at an issue, used it or found it irrelevant, or sets its own tags for it.',
  effect: 'change',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/issue-memory/agents/{agentId}/issues/{issueId}/{act}'],
  input: z.strictObject({
    agentId: z.string(),
    issueId: z.int().min(1),
    act: z.enum(['access', 'applied', 'irrelevant', 'tags']),
    tags: z.array(z.string().min(1).max(80)).max(20).optional(),
  }),
  output: z.looseObject({ agentId: z.string(), issueId: z.int(), interest: z.int(), tags: z.array(z.string()) }),
  async run({ agentId, issueId, act, tags }, { call, room }) {
    if ((act === 'tags') !== (tags !== undefined)) throw roomFault('invalid_request', { field: 'tags' })
    const given = act === 'tags' ? { act, tags: tags ?? [] } : { act }
    const view = await recordInterest(room, { agentId, issueId, given })
    if (act !== 'tags') countIssueAccess(room, { surface: callerOf(call).surface, agentId })
    return { agentId, issueId, ...view }
  },
})
