import { describes } from '../../receipts/outputs.ts'
import type { ReceiptOutputs } from '../../receipts/receipt.ts'
import { type AuditContext, names, placeOf } from './context.ts'

/** Keeps the whole output under its hash; one that is there already is used again. */
export async function storeBlob(ctx: AuditContext, outputs: ReceiptOutputs, bytes: Buffer): Promise<void> {
  const path = placeOf(ctx, names.blob(outputs.sha256))
  const kept = await ctx.disk.read(path)
  if (kept && describes(outputs, kept)) return
  await ctx.disk.replace(path, bytes)
}

/** The whole output as it was, or what is wrong with it. */
export async function readBlob(
  ctx: AuditContext,
  outputs: ReceiptOutputs,
): Promise<Buffer | 'blob_missing' | 'blob_mismatch'> {
  const kept = await ctx.disk.read(placeOf(ctx, names.blob(outputs.sha256)))
  if (kept === undefined) return 'blob_missing'
  return describes(outputs, kept) ? kept : 'blob_mismatch'
}
