import { requireId } from '../ids.ts'
import type { AuditProblem, AuditReport, SessionVerification } from '../schema.ts'
import {
  type AuditContext,
  issueNumbers,
  type Keys,
  lockIssue,
  lockSession,
  names,
  placeOf,
  sessionNames,
} from './context.ts'
import { examineSession, type LogEnd, logEndFromHead, readFreshState, type SessionState } from './examine.ts'
import { examineIssue } from './issue-files.ts'
import { loadKeys } from './keys.ts'
import { readAnchors } from './store.ts'

/** What verifying found last, for a moment. */
interface EarlierResult {
  at: number
  stamp: string
  ino: number | undefined
  keys: string
  end: LogEnd
  ids: ReadonlySet<string>
  result: SessionVerification
}

const validMs = 5000
/** A log that is wrong from end to end is described well enough by its beginning. */
const maxProblems = 100

export interface SessionVerifier {
  verify(session: string, fresh: boolean): Promise<SessionVerification>
}

/** Verifies sessions; what was found is good for five seconds, and a log that only grew is followed from there. */
export function sessionVerifier(ctx: AuditContext): SessionVerifier {
  const known = new Map<string, EarlierResult>()
  return {
    async verify(session, fresh) {
      requireId(session)
      forgetOld(known, ctx.clock())
      for (let keys = await loadKeys(ctx); ; ) {
        const result = await verifyWith(keys, session, fresh)
        if (result.status === 'ok') return result
        // The key may have been rotated after the keys were read, and the session signed with the new one.
        const later = await loadKeys(ctx)
        if (later.stamp === keys.stamp) return result
        keys = later
      }
    },
  }

  async function verifyWith(keys: Keys, session: string, fresh: boolean): Promise<SessionVerification> {
    const before = fresh ? undefined : known.get(session)
    const isKnown = (seen: SessionState) => before?.stamp === stampOf(seen, keys)
    const state = await readSettledState(ctx, keys, session, isKnown)
    const stamp = stampOf(state, keys)
    if (before?.stamp === stamp) return before.result
    const from = before && hasGrown(before, state, keys) ? before : undefined
    const { problems, end, ids } = await examineSession(ctx, keys, session, state, { from })
    const result = verification(end, [...keys.problems, ...problems])
    // A continued look is as old as the whole one it continues.
    const at = from?.at ?? ctx.clock()
    known.set(session, { at, stamp, ino: state.log?.ino, keys: keys.stamp, end, ids, result })
    return result
  }
}

function verification(
  { count, head }: Pick<LogEnd, 'count' | 'head'>,
  problems: readonly AuditProblem[],
): SessionVerification {
  return { status: statusOf(problems), count, head, problems: problems.slice(0, maxProblems) }
}

export function statusOf(problems: readonly AuditProblem[]): SessionVerification['status'] {
  if (problems.length === 0) return 'ok'
  return problems.every(({ code }) => code === 'key_missing') ? 'unverifiable' : 'tampered'
}

/**
 * What there is of the session while no process is in the middle of writing; the log only grows afterwards. Anchor, log and
 * head are read in this order and written in the opposite one, so where they agree there is no need to wait.
 */
export async function readSettledState(
  ctx: AuditContext,
  keys: Keys,
  session: string,
  isKnown: (seen: SessionState) => boolean = () => false,
): Promise<SessionState> {
  const seen = await readFreshState(ctx, session)
  if (isKnown(seen) || logEndFromHead(session, seen, keys)) return seen
  const folder = await ctx.disk.list(placeOf(ctx, `${names.sessions}/${session}`))
  // Without a folder there is nothing to wait for, and no lock file is left for a made-up name.
  return folder.length === 0
    ? readFreshState(ctx, session)
    : lockSession(ctx, session, () => readFreshState(ctx, session))
}

function forgetOld(known: Map<string, EarlierResult>, now: number): void {
  for (const [session, { at }] of known) {
    if (now < at || now - at > validMs) known.delete(session)
  }
}

function stampOf({ log, head, anchor }: SessionState, keys: Keys): string {
  return JSON.stringify([log, head?.toString('latin1'), anchor, keys.stamp])
}

function hasGrown(before: EarlierResult, { log, anchor }: SessionState, keys: Keys): boolean {
  if (before.result.status !== 'ok' || before.keys !== keys.stamp || before.ino !== log?.ino) return false
  return (log?.size ?? 0) > before.end.bytes && (anchor?.count ?? 0) >= before.end.count
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
  // Another process may be filing something at this moment, with a newer key; with the lock held none is.
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
