import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { roomOperation } from '../context.ts'
import { editIssue } from '../issues/edit.ts'
import { epistemicStatuses, Issue, issueLimits, issueStatuses, priorities } from '../issues/schema.ts'
import { callerOf } from '../platform/caller.ts'

export const roomIssueChange = roomOperation({
  name: 'room_issue_change',
  summary: 'Changes the given fields of an issue and keeps the others; verified needs receipts linked to it.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/issues/{id}'],
  input: z.strictObject({
    id: z.int().min(1),
    title: text({ max: issueLimits.title, oneLine: true }).optional(),
    body: text({ max: issueLimits.body, blank: true }).optional(),
    assignedTo: text({ max: 80, oneLine: true }).nullable().optional(),
    tags: z
      .array(text({ max: 80, oneLine: true }))
      .max(issueLimits.tags)
      .optional(),
    priority: z.enum(priorities).optional(),
    status: z.enum(issueStatuses).optional(),
    epistemicStatus: z.enum(epistemicStatuses).nullable().optional(),
  }),
  output: Issue,
  async run({ id, ...edit }, { call, room }) {
    return editIssue(room, id, edit, callerOf(call).name)
  },
})
