import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { thawed } from '../issues/freeze.ts'
import { requireIssue } from '../issues/personal.ts'
import { Issue } from '../issues/schema.ts'
import { callerOf } from '../platform/caller.ts'
import { instant } from '../platform/parts.ts'
import { countIssueAccess } from '../telemetry/observe.ts'

export const roomIssueShow = roomOperation({
  name: 'room_issue_show',
  summary: 'One issue with all its comments.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/issues/{id}'],
  input: z.strictObject({ id: z.int().min(1) }),
  output: Issue,
  async run({ id }, { call, room }) {
    const issue = await requireIssue(room, id)
    room.issues.touch(id, instant(room))
    countIssueAccess(room, { surface: callerOf(call).surface })
    return thawed(issue, room.clock())
  },
})
