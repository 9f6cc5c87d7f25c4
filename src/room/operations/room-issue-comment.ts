import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { roomOperation } from '../context.ts'
import { commentAsAgent, commentAsPerson } from '../issues/comment.ts'
import { impactLevels, issueLimits } from '../issues/schema.ts'
import { callerOf } from '../platform/caller.ts'

export const roomIssueComment = roomOperation({
  name: 'room_issue_comment',
  summary: 'Comments on an issue. An agent of the room comments from an accepted turn of its own.',
  effect: 'append',
  access: 'writer',
  schemaDetail: 'brief',
  routes: ['POST /api/issues/{id}/comments'],
  input: z.strictObject({
    id: z.int().min(1),
    body: text({ max: issueLimits.comment }),
    impactLevel: z.enum(impactLevels).optional(),
    action: z
      .strictObject({ type: text({ max: 80, oneLine: true }), details: z.unknown().optional() })
      .optional()
      .describe('What was done'),
    agentId: z.string().optional().describe('Whose comment it is, with turnId'),
    turnId: z.string().optional(),
  }),
  output: z.looseObject({ id: z.int(), author: z.string(), timestamp: z.string() }),
  toStatus: () => ({ http: 201 }),
  async run({ id, agentId, turnId, ...given }, { call, room }) {
    const { name, isProgram } = callerOf(call)
    if (!isProgram && agentId === undefined && turnId === undefined) return commentAsPerson(room, id, name, given)
    return commentAsAgent(room, id, { agentId, turnId, ...(isProgram && { outsider: name }) }, given)
  },
})
