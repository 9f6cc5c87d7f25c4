import { readLine } from '../../receipts/line.ts'
import type { Receipt } from '../../receipts/receipt.ts'
import { frozen } from '../store/frozen.ts'
import { type AuditContext, names, placeOf, requireId } from './context.ts'
import { splitLines } from './disk.ts'

/** The receipts of a session in order of seq, as its log has them now. */
export type SessionReceipts = (session: string) => Promise<Receipt[]>

/** Logs are read each time, since anybody may change them; only lines that were not there before are taken apart. */
export function sessionReceipts(ctx: AuditContext): SessionReceipts {
  const known = new Map<string, { log: Buffer; receipts: readonly Receipt[] }>()
  let held = 0

  return async session => {
    requireId(session)
    const bytes = (await ctx.disk.read(placeOf(ctx, names.log(session)))) ?? Buffer.alloc(0)
    const log = bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1)
    const before = known.get(session)
    const isLonger = before !== undefined && log.subarray(0, before.log.length).equals(before.log)
    const from = isLonger ? before : { log: Buffer.alloc(0), receipts: [] }
    if (isLonger && log.length === before.log.length) return [...before.receipts]
    const { lines } = splitLines(log.subarray(from.log.length))
    const receipts = [...from.receipts, ...lines.flatMap(line => readLine(line) ?? [])].map(frozen)
    remember(session, log, receipts)
    return [...receipts]
  }

  function remember(session: string, log: Buffer, receipts: readonly Receipt[]): void {
    forget(session)
    known.set(session, { log, receipts })
    held += log.length
    for (const oldest of known.keys()) {
      if (held <= mostHeld) break
      forget(oldest)
    }
  }

  function forget(session: string): void {
    held -= known.get(session)?.log.length ?? 0
    known.delete(session)
  }
}

const lineFeed = 0x0a
/** Bytes of logs. */
const mostHeld = 4_000_000
