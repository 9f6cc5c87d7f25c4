import type { Receipt } from '../../receipts/receipt.ts'
import type { SessionVerification } from '../schema.ts'
import { type Refusal, refusal } from './check-outcome.ts'
import { isReceiptId } from './cited-receipts.ts'
import type { ReplyCheck } from './reply-check.ts'

/** The receipts a reply of this turn may cite: of its round, its session, its task or its run. */
export function receiptsInScope({ kind, session, round, receipts }: ReplyCheck): Receipt[] {
  const ofSession = receipts.filter(receipt => receipt.session_id === session)
  return kind === 'phase2' ? ofSession.filter(receipt => receipt.round_id === round) : ofSession
}

/** Row 7: what is cited exists where it may be cited, and its session verifies up to it. */
export async function checkCited(
  ids: readonly string[],
  check: ReplyCheck,
): Promise<{ receipts: Receipt[] } | Refusal> {
  const receipts: Receipt[] = []
  const inScope = receiptsInScope(check)
  for (const id of ids) {
    const receipt = isReceiptId(id) ? await findReceipt(id, inScope, check) : undefined
    if (!receipt) return refusal('missing-receipt', isReceiptId(id) ? id : 'malformed-id')
    receipts.push(receipt)
  }
  return (await checkVerified(receipts, check)) ?? { receipts }
}

/** The chain may be broken behind a receipt, but not at it or before it. */
export async function checkVerified(receipts: readonly Receipt[], { audit }: ReplyCheck): Promise<Refusal | undefined> {
  const verified = new Map<string, SessionVerification>()
  for (const { session_id, receipt_id, seq } of receipts) {
    const session = verified.get(session_id) ?? (await audit.verifySession(session_id))
    verified.set(session_id, session)
    const holds = session.status === 'ok' || (session.status === 'tampered' && breaksBehind(session, seq))
    if (!holds || seq > session.count) return refusal('receipt-invalid', receipt_id)
  }
  return undefined
}

async function findReceipt(id: string, inScope: readonly Receipt[], check: ReplyCheck): Promise<Receipt | undefined> {
  return check.session === null ? check.audit.find(id) : inScope.find(({ receipt_id }) => receipt_id === id)
}

function breaksBehind({ problems }: SessionVerification, seq: number): boolean {
  return problems.length > 0 && problems.every(problem => problem.seq !== undefined && problem.seq > seq)
}
