import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notFound } from '../faults.ts'
import { Issue } from '../issues/schema.ts'
import { instant } from '../platform/parts.ts'

export const roomIssueRevive = roomOperation({
  name: 'room_issue_revive',
  summary: 'Brings an issue back whole, from deletion and from the short telling of old ones.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/issues/{id}/revive'],
  input: z.strictObject({ id: z.int().min(1) }),
  output: Issue,
  async run({ id }, { room }) {
    const issue = await room.issues.revive(id, instant(room))
    if (!issue) throw notFound('issue', { issueId: id })
    return issue
  },
})
