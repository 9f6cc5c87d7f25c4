import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { isSession } from '../direct/sessions.ts'
import { notFound, roomFault } from '../faults.ts'
import { IssueEntry } from '../schema.ts'

export const roomSessionLink = roomOperation({
  name: 'room_session_link',
  summary: 'Files the receipts of a round or turn with an issue; without one, of all that are not linked yet.',
  effect: 'append',
  access: 'writer',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/audit/sessions/{sessionId}/link-issue'],
  input: z.strictObject({
    sessionId: z.string(),
    issueId: z.int().min(1).optional(),
    roundId: z.string().optional(),
    turnId: z.string().optional(),
  }),
  output: z.object({
    status: z.literal('ok'),
    linked: z.int(),
    entry: IssueEntry.nullable(),
    entries: z.array(IssueEntry),
  }),
  async run({ sessionId, issueId, roundId, turnId }, { room }) {
    if (issueId === undefined) throw roomFault('missing_issue_id')
    if (!(await isSession(room, sessionId))) throw notFound('session', { sessionId })
    if (!(await room.issues.get(issueId))) throw notFound('issue', { issueId })
    const { linked, entries } = await room.audit.link({ sessionId, issueId, unit: roundId ?? turnId })
    return { status: 'ok' as const, linked, entry: entries[0] ?? null, entries }
  },
})
