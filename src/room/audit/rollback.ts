import { recordActivity } from '../activity.ts'
import { type AuditContext, lockIssue, lockKeys } from './context.ts'
import { splitLines } from './disk.ts'
import { type LogEnd, sessionAnchor } from './examine.ts'
import { issueAnchor, readIndex } from './issue-files.ts'
import { ledgerAnchor, ledgerHash, loadKeys } from './keys.ts'
import { reindexSession } from './recover.ts'
import { removeAnchor, writeAnchor } from './store.ts'
import { knownNames, type SessionVerifier, verifyIssue } from './verify.ts'

export interface AcceptedRollback {
  sessions: string[]
  issues: number[]
  /** The list of keys was older, too. */
  keys: boolean
}

/**
 * Takes a restored backup for the truth: anchors move to what is there. Only what is sound in itself is accepted;
 * whatever else is wrong stays wrong.
 */
export async function acceptRollback(
  ctx: AuditContext,
  verifier: SessionVerifier,
  by: string,
): Promise<AcceptedRollback> {
  const keys = await acceptKeys(ctx)
  const known = await knownNames(ctx)
  const accepted: AcceptedRollback = { sessions: [], issues: [], keys }
  for (const session of known.sessions) if (await acceptSession(ctx, verifier, session)) accepted.sessions.push(session)
  for (const issue of known.issues) if (await acceptIssue(ctx, issue)) accepted.issues.push(issue)
  if (accepted.keys || accepted.sessions.length > 0 || accepted.issues.length > 0) {
    await recordActivity(ctx, {
      type: 'room_rollback_accepted',
      summary: 'An older state of the audit was accepted',
      details: { by, ...accepted },
    })
  }
  return accepted
}

async function acceptSession(ctx: AuditContext, verifier: SessionVerifier, session: string): Promise<boolean> {
  const { problems, ...end } = await verifier.verify(session, true)
  const isOnly = (code: string) => problems.length > 0 && problems.every(problem => problem.code === code)
  if (!isOnly('rolled_back') && !isOnly('missing_log')) return false
  await moveSessionAnchor(ctx, session, isOnly('missing_log') ? undefined : end)
  await reindexSession(ctx, session)
  return true
}

function moveSessionAnchor(
  ctx: AuditContext,
  session: string,
  end: Pick<LogEnd, 'count' | 'head'> | undefined,
): Promise<void> {
  const name = sessionAnchor(ctx, session)
  return ctx.db.write(tx =>
    end ? writeAnchor(tx, { ...name, count: end.count, head: end.head }) : removeAnchor(tx, name),
  )
}

async function acceptIssue(ctx: AuditContext, issue: number): Promise<boolean> {
  const keys = await loadKeys(ctx)
  const problems = await verifyIssue(ctx, keys, issue)
  if (problems.length === 0 || keys.problems.length > 0) return false
  return lockIssue(ctx, issue, async () => {
    const name = issueAnchor(ctx, issue)
    const found = await readIndex(ctx, keys, issue)
    if (problems.every(({ code }) => code === 'missing_issue_audit')) {
      await ctx.db.write(tx => removeAnchor(tx, name))
      return true
    }
    // An index that its own seal confirms is an older one; files beside it that it does not list stay a problem.
    if (found.state !== 'read' || problems.some(({ code }) => code !== 'bad_index')) return false
    const { entries, mac } = found.index
    await ctx.db.write(tx => writeAnchor(tx, { ...name, count: entries.length, head: mac }))
    return true
  })
}

async function acceptKeys(ctx: AuditContext): Promise<boolean> {
  return lockKeys(ctx, async () => {
    const { problems, listed, ledger } = await loadKeys(ctx)
    const isOlder = problems.some(({ code }) => code === 'bad_key_ledger') && listed.length > 0
    if (!isOlder) return false
    const head = ledgerHash(ledger.bytes, splitLines(ledger.bytes).lines)
    await ctx.db.write(tx => writeAnchor(tx, { ...ledgerAnchor(ctx), count: ledger.lines, head }))
    return true
  })
}
