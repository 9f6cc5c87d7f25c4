import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notFound } from '../faults.ts'
import { AuditStatus, IssueEntry } from '../schema.ts'

export const roomIssueAudit = roomOperation({
  name: 'room_issue_audit',
  summary: 'Files that were filed with an issue: packets, receipts, reports, transcripts.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/audit/issues/{issueId}'],
  input: z.strictObject({ issueId: z.int().min(1) }),
  output: z.object({ entries: z.array(IssueEntry), verification: AuditStatus }),
  toHttpBody: ({ entries, verification }) => ({
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(entries),
    headers: { 'x-daybook-verification': verification },
  }),
  async run({ issueId }, { room }) {
    const { audit, issues } = room
    const filed = await audit.issue(issueId)
    if (!filed && !(await issues.get(issueId))) throw notFound('issue')
    return { entries: filed?.entries ?? [], verification: filed?.status ?? 'ok' }
  },
})
