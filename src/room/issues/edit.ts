import { withoutUndefined } from '../../kernel/json.ts'
import type { Registry } from '../agents/registry.ts'
import type { RoomAudit } from '../audit/open.ts'
import { notFound, roomFault } from '../faults.ts'
import { instant, isProgramName, type RoomBase } from '../room-base.ts'
import type { JsonStore } from '../store/json-store.ts'
import { endExpiredFreeze, freezeIfAgentsOnly, isFrozen } from './levels.ts'
import type { Comment, Issue } from './schema.ts'
import { type IssueStore, type NewComment, withComment } from './store.ts'

interface Parts extends Pick<RoomBase, 'clock'> {
  agents: JsonStore<Registry>
  issues: IssueStore
  audit: RoomAudit
}

interface GivenComment extends Pick<NewComment, 'body'> {
  action?: NewComment['action'] | undefined
  impactLevel?: Comment['impactLevel'] | undefined
}

/** A person may always comment; an issue that agents had frozen by themselves thaws. */
export async function commentAsPerson(
  parts: Omit<Parts, 'audit'>,
  issueId: number,
  author: string,
  given: GivenComment,
): Promise<Comment> {
  const at = instant(parts)
  const changed = await parts.issues.change(issueId, at, issue =>
    withComment(thawForPerson(issue, parts.clock()), { author, ...withoutUndefined(given) }, at),
  )
  return lastOf(changed, issueId)
}

/** An agent of the room with the turn it comments in, or a program from outside, which has neither. */
interface AgentAuthor {
  agentId?: string | undefined
  turnId?: string | undefined
  /** The turn of that id if it was accepted. */
  turn?: { agentId: string; hasEvidence: boolean } | undefined
  /** The name of a program from outside. */
  program?: string | undefined
}

/**
 * An agent comments only from a turn that was accepted, on structural matters only with verified evidence. Agents that
 * keep talking among themselves freeze the issue.
 */
export async function commentAsAgent(
  parts: Omit<Parts, 'audit'>,
  issueId: number,
  { agentId, turnId, turn, program }: AgentAuthor,
  given: GivenComment,
): Promise<{ comment: Comment; isFrozen: boolean }> {
  const author = agentId ?? program
  if (author === undefined || ((agentId ?? turnId) !== undefined && (!turn || turn.agentId !== agentId))) {
    throw roomFault('invalid_request', { field: 'turnId', rule: 'an accepted turn of this agent' })
  }
  const needsEvidence = given.impactLevel === 'structural' || given.impactLevel === 'canon-changing'
  if (needsEvidence && !turn?.hasEvidence) throw roomFault('evidence_required', { impactLevel: given.impactLevel })
  const { agents } = await parts.agents.read()
  const isAgent = (name: string) => isProgramName(name) || agents.some(({ id }) => id === name)
  const evidence = turnId === undefined ? {} : { evidence: { turnId } }
  const [now, at] = [parts.clock(), instant(parts)]
  const changed = await parts.issues.change(issueId, at, issue => {
    if (isFrozen(issue, now)) throw roomFault('issue_frozen', { issueId, until: issue.frozenUntil ?? null })
    const commented = withComment(endExpiredFreeze(issue, now), { author, ...withoutUndefined(given), ...evidence }, at)
    return freezeIfAgentsOnly(commented, isAgent, now)
  })
  return { comment: lastOf(changed, issueId), isFrozen: changed?.status === 'frozen' }
}

/** What a person froze stays frozen until a person thaws it. */
function thawForPerson(issue: Issue, now: number): Issue {
  return issue.frozenUntil === undefined
    ? issue
    : endExpiredFreeze({ ...issue, frozenUntil: new Date(now).toISOString() }, now)
}

function lastOf(issue: Issue | undefined, issueId: number): Comment {
  const last = issue?.comments.at(-1)
  if (!last) throw notFound('issue', { issueId })
  return last
}

type Editable = 'title' | 'body' | 'assignedTo' | 'tags' | 'priority' | 'status' | 'epistemicStatus'
type IssueEdit = { [field in Editable]?: Issue[field] | undefined }

/** Changes the given fields and says whether that closed the issue. `verified` needs receipts that verify. */
export async function editIssue(
  parts: Omit<Parts, 'agents'>,
  id: number,
  edit: IssueEdit,
): Promise<{ issue: Issue; isClosed: boolean }> {
  if (edit.epistemicStatus === 'verified') await requireReceipts(parts, id)
  const [now, at] = [parts.clock(), instant(parts)]
  let isClosed = false
  const issue = await parts.issues.change(id, at, before => {
    isClosed = edit.status === 'closed' && before.status !== 'closed'
    return applyEdit(endExpiredFreeze(before, now), edit, at)
  })
  if (!issue) throw notFound('issue', { issueId: id })
  return { issue, isClosed }
}

/** The issue with the given fields changed, and the fields that depend on its status. */
export function applyEdit(issue: Issue, edit: IssueEdit, now: string): Issue {
  const { closedAt, frozenUntil, frozenFrom, ...rest } = issue
  const after = { ...rest, ...withoutUndefined(edit) }
  if (after.status === 'closed') return { ...after, closedAt: issue.status === 'closed' ? (closedAt ?? now) : now }
  const isStillFrozen = after.status === 'frozen' && issue.status === 'frozen'
  return isStillFrozen ? { ...after, ...withoutUndefined({ frozenUntil, frozenFrom }) } : after
}

/** At least one receipt is filed with the issue, and everything filed with it is as it was written. */
async function requireReceipts({ audit, issues }: Omit<Parts, 'agents'>, id: number): Promise<void> {
  if (!(await issues.get(id))) throw notFound('issue', { issueId: id })
  const filed = await audit.issue(id)
  const linked = filed?.entries.some(({ kind, bytes }) => kind === 'session-receipts' && bytes > 0)
  if (!linked || filed?.status !== 'ok') throw roomFault('no_receipts', { issueId: id })
}
