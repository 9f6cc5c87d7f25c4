import type { RoomAudit } from '../audit/open.ts'
import { notFound, roomFault } from '../faults.ts'
import { instant, type RoomBase } from '../room-base.ts'
import { thawed } from './freeze.ts'
import type { Issue } from './schema.ts'
import type { IssueStore } from './store.ts'

type Editable = 'title' | 'body' | 'assignedTo' | 'tags' | 'priority' | 'status' | 'epistemicStatus'
export type IssueEdit = { [field in Editable]?: Issue[field] | undefined }

interface Parts extends Pick<RoomBase, 'clock'> {
  issues: IssueStore
  audit: RoomAudit
}

/** Changes the given fields and says whether that closed the issue. `verified` needs receipts that verify. */
export async function editIssue(
  parts: Parts,
  id: number,
  edit: IssueEdit,
): Promise<{ issue: Issue; isClosed: boolean }> {
  if (edit.epistemicStatus === 'verified') await requireReceipts(parts, id)
  const [now, at] = [parts.clock(), instant(parts)]
  let isClosed = false
  const issue = await parts.issues.change(id, at, before => {
    isClosed = edit.status === 'closed' && before.status !== 'closed'
    return edited(thawed(before, now), edit, at)
  })
  if (!issue) throw notFound('issue', { issueId: id })
  return { issue, isClosed }
}

/** The issue with the given fields changed, and the fields that depend on its status. */
export function edited(issue: Issue, edit: IssueEdit, now: string): Issue {
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
  const { closedAt, frozenUntil, frozenFrom, ...rest } = issue
  const after = { ...rest, ...given }
  if (after.status === 'closed') return { ...after, closedAt: issue.status === 'closed' ? (closedAt ?? now) : now }
  const frost = { ...(frozenUntil !== undefined && { frozenUntil }), ...(frozenFrom !== undefined && { frozenFrom }) }
  return after.status === 'frozen' && issue.status === 'frozen' ? { ...after, ...frost } : after
}

/** At least one receipt is filed with the issue, and everything filed with it is as it was written. */
async function requireReceipts({ audit, issues }: Parts, id: number): Promise<void> {
  if (!(await issues.get(id))) throw notFound('issue', { issueId: id })
  const filed = await audit.issue(id)
  const linked = filed?.entries.some(({ kind, bytes }) => kind === 'session-receipts' && bytes > 0)
  if (!linked || filed?.status !== 'ok') throw roomFault('no_receipts', { issueId: id })
}
