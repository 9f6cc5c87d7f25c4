import type { AuditProblem, SessionVerification } from './audit.ts'
import { type AuditContext, issueNumbers, sessionNames } from './context.ts'
import { type Keys, loadKeys } from './keys.ts'
import { lockIssue } from './locks.ts'
import { readAnchors } from './store.ts'
import { examineIssue } from './verify-issue.ts'
import { type SessionVerifier, statusOf } from './verify-session.ts'

export interface AuditReport {
  status: SessionVerification['status']
  keys: AuditProblem[]
  sessions: ({ sessionId: string } & SessionVerification)[]
  issues: { issueId: number; status: SessionVerification['status']; problems: AuditProblem[] }[]
}

/** Everything there is, and everything there should be. */
export async function verifyEverything(
  ctx: AuditContext,
  sessions: SessionVerifier,
  fresh: boolean,
): Promise<AuditReport> {
  const keys = await loadKeys(ctx)
  const ofKeys = [...keys.problems, ...keys.missing.map(id => ({ code: 'key_missing', file: `retired/${id}.key` }))]
  const known = await knownNames(ctx)
  const report: AuditReport = { status: 'ok', keys: ofKeys, sessions: [], issues: [] }
  for (const sessionId of known.sessions) {
    report.sessions.push({ sessionId, ...(await sessions.verify(sessionId, fresh)) })
  }
  for (const issueId of known.issues) {
    const problems = await verifyIssue(ctx, keys, issueId)
    report.issues.push({ issueId, status: statusOf(problems), problems })
  }
  const all = [ofKeys, ...[...report.sessions, ...report.issues].map(({ problems }) => problems)].flat()
  return { ...report, status: statusOf(all) }
}

export async function verifyIssue(ctx: AuditContext, keys: Keys, issue: number): Promise<AuditProblem[]> {
  const { problems, isEmpty } = await examineIssue(ctx, keys, issue)
  if (isEmpty || problems.length === 0) return problems
  // Somebody may be filing something at this moment, with a key that is newer; with the lock held nobody is.
  return lockIssue(ctx, issue, async () => (await examineIssue(ctx, await loadKeys(ctx), issue)).problems)
}

/** Whatever has a folder or an anchor. */
export async function knownNames(ctx: AuditContext): Promise<{ sessions: string[]; issues: number[] }> {
  const anchors = await ctx.db.read(tx => readAnchors(tx, ctx.project))
  const anchored = (kind: string) => anchors.filter(each => each.kind === kind).map(({ name }) => name)
  return {
    sessions: [...new Set([...(await sessionNames(ctx)), ...anchored('session')])].sort(),
    issues: [...new Set([...(await issueNumbers(ctx)), ...anchored('issue').map(Number)])].sort((a, b) => a - b),
  }
}
