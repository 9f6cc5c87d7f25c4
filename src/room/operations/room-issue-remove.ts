import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notFound } from '../faults.ts'
import { instant } from '../platform/parts.ts'

export const roomIssueRemove = roomOperation({
  name: 'room_issue_remove',
  summary: 'Takes an issue out of all lists; its text and its audit folder stay, and it can be revived.',
  effect: 'destroy',
  access: 'writer',
  audience: 'people',
  routes: ['DELETE /api/issues/{id}'],
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.object({ id: z.int(), deletedAt: z.string() }),
  async run({ id }, { room }) {
    const at = instant(room)
    if (!(await room.issues.remove(id, at))) throw notFound('issue', { issueId: id })
    return { id, deletedAt: at }
  },
})
