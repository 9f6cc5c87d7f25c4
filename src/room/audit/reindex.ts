import type { ReceiptRow } from '../../db/tables.ts'
import { readLine } from '../../receipts/line.ts'
import { type AuditContext, names, placeOf, sessionNames } from './context.ts'
import { linesOf } from './disk.ts'
import { lockSession } from './locks.ts'
import { forgetReceipts, indexReceipts } from './store.ts'

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
      const { receipt_id, seq } = receipt
      rows.push({
        project_id: ctx.project,
        receipt_id,
        session_id: session,
        seq,
        start_byte: start,
        byte_count: end - start,
      })
    }
    await ctx.db.write(async tx => {
      await forgetReceipts(tx, ctx.project, session)
      await indexReceipts(tx, rows)
    })
    return rows.length
  })
}
