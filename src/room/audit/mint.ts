import { diskFull, isDiskFull } from '../../kernel/disk-full.ts'
import { wellFormed } from '../../receipts/canonical.ts'
import { receiptLine, signReceipt } from '../../receipts/chain.ts'
import { outputsOf, type Receipt, type ReceiptFacts } from '../../receipts/receipt.ts'
import { requireId } from '../ids.ts'
import { type AuditContext, type Keys, lockSession, names, placeOf, tampered } from './context.ts'
import { agreedEnd, type LogEnd, readFreshState, receiptRow, storeBlob, writeEnd } from './examine.ts'
import { signingKeys } from './key-changes.ts'
import { recoverSession } from './recover.ts'
import { locateReceipt } from './store.ts'

/** Output, line, head, anchor; each durable before the next, and all of them before the receipt is returned. */
export async function mintReceipt(
  ctx: AuditContext,
  facts: Omit<ReceiptFacts, 'outputs'>,
  output: string,
): Promise<Receipt> {
  const session = facts.session_id
  requireId(session)
  return lockSession(ctx, session, async () => {
    // Only now: another process may have rotated the key and signed with the new one before the lock was ours.
    const { keys, key } = await signingKeys(ctx)
    const { count, head, bytes } = await endToWriteAt(ctx, keys, session)
    const text = output.toWellFormed()
    const outputs = outputsOf(text)
    await storeBlob(ctx, outputs, Buffer.from(text))
    const seq = count + 1
    const receipt = signReceipt(
      { ...wellFormed(facts), outputs },
      { receipt_id: await freshId(ctx), seq, prev: head },
      key,
    )
    const line = Buffer.from(receiptLine(receipt))
    const end = { count: seq, head: receipt.signature, bytes: bytes + line.length }
    await wholeOrNotAtAll(ctx, session, bytes, async () => {
      await ctx.disk.append(placeOf(ctx, names.log(session)), line)
      await writeEnd(ctx, session, end, key, [receiptRow(ctx, session, receipt, bytes, end.bytes)])
    })
    return receipt
  })
}

/**
 * When the disk fills up in the middle, head and log are put back as they were, so that a run that failed leaves no
 * receipt. Head first: it may never say more than the log can show. The anchor was written last or not at all.
 */
async function wholeOrNotAtAll(ctx: AuditContext, session: string, bytes: number, work: () => Promise<void>) {
  const [log, head] = [placeOf(ctx, names.log(session)), placeOf(ctx, names.head(session))]
  const before = await ctx.disk.read(head)
  try {
    await work()
  } catch (error) {
    if (!isDiskFull(error)) throw error
    try {
      const after = await ctx.disk.read(head)
      if (after && !before) await ctx.disk.remove(head)
      if (before && !after?.equals(before)) await ctx.disk.replace(head, before)
      await ctx.disk.cut(log, bytes)
    } catch (failure) {
      throw diskFull(failure, 'The disk is full; a receipt may have been written, but was not returned.')
    }
    throw error
  }
}

async function endToWriteAt(ctx: AuditContext, keys: Keys, session: string): Promise<LogEnd> {
  const agreed = agreedEnd(session, await readFreshState(ctx, session), keys)
  if (agreed) return agreed
  const found = await recoverSession(ctx, keys, session)
  if ('end' in found) return found.end
  throw tampered('The log of this session is not as it was written, so nothing is added to it.', found.problems)
}

async function freshId(ctx: AuditContext): Promise<string> {
  for (;;) {
    const id = `rcpt_${Buffer.from(ctx.random(6)).toString('hex')}`
    if ((await ctx.db.read(tx => locateReceipt(tx, ctx.project, id))) === undefined) return id
  }
}
