import type { AnchorRow, ReceiptRow } from '../../db/tables.ts'
import { readLine } from '../../receipts/receipt.ts'
import { recordActivity } from '../activity.ts'
import type { AuditProblem } from '../schema.ts'
import {
  type AuditContext,
  type Keys,
  lockIssue,
  lockKeys,
  lockSession,
  moveTornTail,
  names,
  placeOf,
  sessionNames,
} from './context.ts'
import { linesOf, splitLines } from './disk.ts'
import {
  examineSession,
  type LogEnd,
  logEndFromHead,
  readFreshState,
  readState,
  receiptRow,
  sessionAnchor,
  writeEnd,
} from './examine.ts'
import { issueAnchor, readIndex } from './issue-files.ts'
import { signingKeys } from './key-changes.ts'
import { ledgerAnchor, ledgerHash, loadKeys } from './keys.ts'
import { forgetReceipts, indexReceipts, removeAnchor, writeAnchor } from './store.ts'
import { knownNames, type SessionVerifier, verifyIssue } from './verify.ts'

/** Looks at every session a killed process may have left half written. What was tampered with is left as it is. */
export async function recoverSessions(ctx: AuditContext, keys: Keys, anchors: readonly AnchorRow[]): Promise<void> {
  const bySession = new Map(anchors.filter(({ kind }) => kind === 'session').map(anchor => [anchor.name, anchor]))
  for (const session of await sessionNames(ctx)) {
    const state = await readState(ctx, session, bySession.get(session))
    if (logEndFromHead(session, state, keys)) continue
    await lockSession(ctx, session, async () => recoverSession(ctx, await loadKeys(ctx), session))
  }
}

/** With the session's lock held. Adopts whole lines whose receipts were not returned, and moves a torn one aside. */
export async function recoverSession(
  ctx: AuditContext,
  keys: Keys,
  session: string,
): Promise<{ end: LogEnd } | { problems: AuditProblem[] }> {
  const state = await readFreshState(ctx, session)
  const settled = logEndFromHead(session, state, keys)
  if (settled) return { end: settled }
  const added: ReceiptRow[] = []
  const { problems, end, headCount } = await examineSession(ctx, keys, session, state, {
    each: ({ start, end: after }, { receipt_id, seq }) => {
      if (seq <= (state.anchor?.count ?? 0)) return
      added.push(receiptRow(ctx, session, { receipt_id, seq }, start, after))
    },
  })
  if (problems.some(({ code }) => code !== 'torn_tail')) return { problems }
  if (problems.length > 0) await moveTornTail(ctx, names.log(session), end.bytes)
  if (end.count > headCount || end.count > (state.anchor?.count ?? 0)) {
    const { key } = await signingKeys(ctx)
    await writeEnd(ctx, session, end, key, added)
  }
  return { end }
}

/** Rebuilds the index of receipts from the logs; answers how many there are. */
export async function reindexReceipts(ctx: AuditContext): Promise<number> {
  await ctx.db.write(tx => forgetReceipts(tx, ctx.project))
  let count = 0
  for (const session of await sessionNames(ctx)) count += await reindexSession(ctx, session)
  return count
}

/** The same for one session. */
function reindexSession(ctx: AuditContext, session: string): Promise<number> {
  return lockSession(ctx, session, async () => {
    const rows: ReceiptRow[] = []
    const path = placeOf(ctx, names.log(session))
    const size = (await ctx.disk.stat(path))?.size ?? 0
    for await (const { bytes, start, end, complete } of linesOf(ctx.disk, path, 0, size)) {
      const receipt = complete ? readLine(bytes) : undefined
      // A log copied under another name does not take the receipts away from the session they belong to.
      if (receipt?.session_id !== session) continue
      rows.push(receiptRow(ctx, session, receipt, start, end))
    }
    await ctx.db.write(async tx => {
      await forgetReceipts(tx, ctx.project, session)
      await indexReceipts(tx, rows)
    })
    return rows.length
  })
}

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
