import type { ReceiptRow } from '../../db/tables.ts'
import { headText, readHead } from '../../receipts/head.ts'
import type { Key } from '../../receipts/signing.ts'
import { type AuditContext, names, now, placeOf } from './context.ts'
import { emptyLog, type LogEnd, type SessionState, sessionAnchor } from './examine.ts'
import type { Keys } from './keys.ts'
import { indexReceipts, writeAnchor } from './store.ts'

/** Where a log ends, known without reading it: head, size and anchor agree. Undefined when they do not. */
export function settledEnd(session: string, { log, head, anchor }: SessionState, keys: Keys): LogEnd | undefined {
  if ((log?.size ?? 0) === 0 && head === undefined && anchor === undefined) return emptyLog(session)
  const read = head && readHead(head, session, keys.lookup)
  if (typeof read !== 'object' || log?.size !== read.bytes) return undefined
  if (anchor?.count !== read.count || anchor.head !== read.head) return undefined
  return { count: read.count, head: read.head, bytes: read.bytes }
}

/** Head, then anchor and index: in this order the anchor never says more than the files can show. */
export async function writeEnd(
  ctx: AuditContext,
  session: string,
  { count, head, bytes }: LogEnd,
  key: Key,
  added: readonly ReceiptRow[],
): Promise<void> {
  const text = headText({ session_id: session, count, head, bytes, at: now(ctx) }, key)
  await ctx.disk.replace(placeOf(ctx, names.head(session)), Buffer.from(text))
  await ctx.db.write(async tx => {
    await indexReceipts(tx, added)
    await writeAnchor(tx, { ...sessionAnchor(ctx, session), count, head })
  })
}
