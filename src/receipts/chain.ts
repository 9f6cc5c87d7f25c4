import { canonicalLine } from './canonical.ts'
import type { Receipt, ReceiptFacts } from './receipt.ts'
import { isSignedBy, type Key, sha256, sign } from './signing.ts'

/** What the first receipt of a session names as its predecessor. */
export function chainStart(sessionId: string): string {
  return sha256(`daybook-room-chain:${sessionId}`)
}

/** The place in the chain that a receipt takes. */
export interface Link {
  receipt_id: string
  seq: number
  /** The signature before it. */
  prev: string
}

export function signReceipt(facts: ReceiptFacts, link: Link, key: Key): Receipt {
  const unsigned = { v: 1 as const, ...facts, ...link, key_id: key.id, signature_alg: 'HMAC-SHA256' as const }
  return { ...unsigned, signature: sign(key, unsigned) }
}

export function hasSignature({ signature, ...unsigned }: Receipt, key: Key): boolean {
  return isSignedBy(key, unsigned, signature)
}

/** As it stands in the log. */
export function receiptLine(receipt: Receipt): string {
  return canonicalLine(receipt)
}
