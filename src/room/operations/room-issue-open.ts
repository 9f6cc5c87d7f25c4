import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { roomOperation } from '../context.ts'
import { issueLimits, priorities } from '../issues/schema.ts'
import { callerOf } from '../platform/caller.ts'
import { instant } from '../platform/parts.ts'

export const roomIssueOpen = roomOperation({
  name: 'room_issue_open',
  summary: 'Opens an issue. With a sourceKey that is known, answers with the issue that has it.',
  effect: 'append',
  access: 'writer',
  schemaDetail: 'brief',
  routes: ['POST /api/issues'],
  input: z.strictObject({
    title: text({ max: issueLimits.title, oneLine: true }),
    body: text({ max: issueLimits.body, blank: true }).default(''),
    tags: z
      .array(text({ max: 80, oneLine: true }))
      .max(issueLimits.tags)
      .default([]),
    priority: z.enum(priorities).default('normal'),
    assignedTo: text({ max: 80, oneLine: true }).optional().describe('An agent id'),
    sourceKey: text({ max: 200, oneLine: true }).optional(),
  }),
  output: z.looseObject({ id: z.int(), title: z.string(), status: z.string(), created: z.boolean() }),
  toStatus: ({ created }) => ({ http: created ? 201 : 200 }),
  async run({ assignedTo, sourceKey, ...given }, { call, room }) {
    const { issue, created } = await room.issues.open(
      {
        ...given,
        openedBy: callerOf(call).name,
        ...(assignedTo !== undefined && { assignedTo }),
        ...(sourceKey !== undefined && { sourceKey }),
      },
      instant(room),
    )
    return { ...issue, created }
  },
})
