import { notFound, roomFault } from '../faults.ts'
import { notices } from '../notifications/notices.ts'
import { notify } from '../notifications/notify.ts'
import { isProgramName } from '../platform/caller.ts'
import { instant, type PlatformParts } from '../platform/parts.ts'
import { acceptedTurn } from './accepted-turn.ts'
import { frozenIfAlone, isFrozen, thawed } from './freeze.ts'
import type { Comment, Issue } from './schema.ts'
import { type NewComment, withComment } from './store.ts'

export interface GivenComment extends Pick<NewComment, 'body'> {
  action?: NewComment['action'] | undefined
  impactLevel?: Comment['impactLevel'] | undefined
}

/** A person comments whenever they like, and an issue that agents had frozen by themselves thaws. */
export async function commentAsPerson(
  parts: PlatformParts,
  issueId: number,
  author: string,
  given: GivenComment,
): Promise<Comment> {
  const at = instant(parts)
  const changed = await parts.issues.change(issueId, at, issue =>
    withComment(unfrozen(issue, parts.clock()), { author, ...told(given) }, at),
  )
  return lastOf(changed, issueId)
}

export interface Speaker {
  /** An agent of the room with the turn it says this in; a program from outside has neither. */
  agentId?: string | undefined
  turnId?: string | undefined
  /** What a program from outside is called. */
  outsider?: string | undefined
}

/**
 * An agent comments only from a turn that was accepted, on weighty matters only with verified evidence, and not without
 * end: agents that keep talking among themselves freeze the issue.
 */
export async function commentAsAgent(
  parts: PlatformParts,
  issueId: number,
  { agentId, turnId, outsider }: Speaker,
  given: GivenComment,
): Promise<Comment> {
  const turn = turnId === undefined ? undefined : await parts.db.read(tx => acceptedTurn(tx, parts.project, turnId))
  const author = agentId ?? outsider
  if (author === undefined || ((agentId ?? turnId) !== undefined && (!turn || turn.agentId !== agentId))) {
    throw roomFault('invalid_request', { field: 'turnId', rule: 'an accepted turn of this agent' })
  }
  const isWeighty = given.impactLevel === 'structural' || given.impactLevel === 'canon-changing'
  if (isWeighty && !turn?.hasEvidence) throw roomFault('evidence_required', { impactLevel: given.impactLevel })
  const { agents } = await parts.agents.read()
  const isAgent = (name: string) => isProgramName(name) || agents.some(({ id }) => id === name)
  const evidence = turnId === undefined ? {} : { evidence: { turnId } }
  const [now, at] = [parts.clock(), instant(parts)]
  const changed = await parts.issues.change(issueId, at, issue => {
    if (isFrozen(issue, now)) throw roomFault('issue_frozen', { issueId, until: issue.frozenUntil ?? null })
    const commented = withComment(thawed(issue, now), { author, ...told(given), ...evidence }, at)
    return frozenIfAlone(commented, isAgent, now)
  })
  if (changed?.status === 'frozen') await notify(parts, notices.issueFrozen(issueId))
  return lastOf(changed, issueId)
}

function told({ body, action, impactLevel }: GivenComment): Pick<NewComment, 'body' | 'action' | 'impactLevel'> {
  return { body, ...(action && { action }), ...(impactLevel && { impactLevel }) }
}

/** Frost that a person ordered stays until a person ends it. */
function unfrozen(issue: Issue, now: number): Issue {
  return issue.frozenUntil === undefined ? issue : thawed({ ...issue, frozenUntil: new Date(now).toISOString() }, now)
}

function lastOf(issue: Issue | undefined, issueId: number): Comment {
  const last = issue?.comments.at(-1)
  if (!last) throw notFound('issue', { issueId })
  return last
}
