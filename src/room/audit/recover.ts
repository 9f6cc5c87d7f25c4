import type { AnchorRow, ReceiptRow } from '../../db/tables.ts'
import { readLine } from '../../receipts/receipt.ts'
import type { AuditProblem } from '../schema.ts'
import { type AuditContext, type Keys, lockSession, moveTornTail, names, placeOf, sessionNames } from './context.ts'
import { linesOf } from './disk.ts'
import { agreedEnd, examine, type LogEnd, readFreshState, readState, receiptRow, writeEnd } from './examine.ts'
import { signingKeys } from './key-changes.ts'
import { loadKeys } from './keys.ts'
import { forgetReceipts, indexReceipts } from './store.ts'

/** Looks at every session a killed process may have left half written. What was tampered with is left as it is. */
export async function recoverSessions(ctx: AuditContext, keys: Keys, anchors: readonly AnchorRow[]): Promise<void> {
  const bySession = new Map(anchors.filter(({ kind }) => kind === 'session').map(anchor => [anchor.name, anchor]))
  for (const session of await sessionNames(ctx)) {
    const state = await readState(ctx, session, bySession.get(session))
    if (agreedEnd(session, state, keys)) continue
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
  const settled = agreedEnd(session, state, keys)
  if (settled) return { end: settled }
  const added: ReceiptRow[] = []
  const { problems, end, headCount } = await examine(ctx, keys, session, state, {
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

/** Makes the index of receipts anew from the logs; answers how many there are. */
export async function reindexReceipts(ctx: AuditContext): Promise<number> {
  await ctx.db.write(tx => forgetReceipts(tx, ctx.project))
  let count = 0
  for (const session of await sessionNames(ctx)) count += await reindexSession(ctx, session)
  return count
}

/** The same for one session. */
export function reindexSession(ctx: AuditContext, session: string): Promise<number> {
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
