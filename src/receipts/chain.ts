import { z } from 'zod'
import { sha256 } from '../files/sha256.ts'
import { canonicalLine, readCanonical, readCanonicalFile } from './canonical.ts'
import { type Receipt, type ReceiptFacts, readLine } from './receipt.ts'
import { isSealedBy, isSignedBy, type Key, type Sealed, seal, sign } from './signing.ts'

/** What the first receipt of a session names as its predecessor. */
export function chainStart(sessionId: string): string {
  return sha256(`daybook-room-chain:${sessionId}`)
}

/** The place in the chain that a receipt takes. */
interface Link {
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

/** As a line of the log. */
export function receiptLine(receipt: Receipt): string {
  return canonicalLine(receipt)
}

type LineProblemCode =
  | 'bad_line'
  | 'bad_signature'
  | 'chain_break'
  | 'session_mismatch'
  | 'unknown_key'
  | 'key_missing'
  | 'duplicate_receipt'

/** A key by its id: known, not listed, or listed but not found. */
export type KeyLookup = (id: string) => Key | 'unlisted' | 'missing'

/** How far a chain has been followed. */
export interface ChainPoint {
  count: number
  /** The last signature; the chain's start when there is none. */
  head: string
}

interface CheckedLine {
  /** The line's number in the log, whatever it says itself. */
  position: number
  receipt: Receipt | undefined
  problems: LineProblemCode[]
}

/** Follows the lines of one session's log, one after the other; `from` is a point up to which all was well. */
export function lineVerifier(session: string, keys: KeyLookup, from?: { point: ChainPoint; ids: Iterable<string> }) {
  let { count, head } = from?.point ?? { count: 0, head: chainStart(session) }
  const ids = new Set(from?.ids)
  // After a line that cannot be read it is unknown what the next one must name.
  let expected: { seq: number; prev: string | undefined } = { seq: count + 1, prev: head }

  return {
    point: (): ChainPoint => ({ count, head }),
    ids: (): ReadonlySet<string> => ids,
    /** `line` without its LF. */
    next(line: Uint8Array): CheckedLine {
      const position = ++count
      const receipt = readLine(line)
      if (receipt === undefined) {
        expected = { seq: expected.seq + 1, prev: undefined }
        return { position, receipt, problems: ['bad_line'] }
      }
      const problems = problemsOf(receipt, session, keys)
      if (ids.has(receipt.receipt_id)) problems.push('duplicate_receipt')
      ids.add(receipt.receipt_id)
      if (receipt.seq !== expected.seq || (expected.prev !== undefined && receipt.prev !== expected.prev)) {
        problems.push('chain_break')
      }
      head = receipt.signature
      // A number without a valid signature does not say where the chain goes on.
      expected = { seq: (problems.includes('bad_signature') ? expected.seq : receipt.seq) + 1, prev: head }
      return { position, receipt, problems }
    },
  }
}

function problemsOf(receipt: Receipt, session: string, keys: KeyLookup): LineProblemCode[] {
  const problems: LineProblemCode[] = receipt.session_id === session ? [] : ['session_mismatch']
  const key = keys(receipt.key_id)
  if (key === 'unlisted') return [...problems, 'unknown_key']
  if (key === 'missing') return [...problems, 'key_missing']
  return hasSignature(receipt, key) ? problems : [...problems, 'bad_signature']
}

/** Where a session's log ends, beside the log. */
export interface Head extends ChainPoint {
  v: 1
  session_id: string
  /** The size of the log up to and including receipt `count`. */
  bytes: number
  key_id: string
  at: string
}

export function headText(fields: Omit<Head, 'v' | 'key_id'>, key: Key): string {
  const head: Head = { v: 1, ...fields, key_id: key.id }
  return canonicalLine(seal(key, head))
}

/** A head file that is what the engine wrote for this session; `unproven` when its key was not found. */
export function readHead(bytes: Uint8Array, session: string, keys: KeyLookup): Sealed<Head> | 'bad' | 'unproven' {
  const found = HeadShape.safeParse(readCanonicalFile(bytes))
  if (!found.success || found.data.session_id !== session) return 'bad'
  const key = keys(found.data.key_id)
  if (key === 'missing') return 'unproven'
  return key !== 'unlisted' && isSealedBy(key, found.data) ? found.data : 'bad'
}

const HeadShape = z.strictObject({
  v: z.literal(1),
  session_id: z.string(),
  count: z.int().positive(),
  head: z.string(),
  bytes: z.int().positive(),
  key_id: z.string(),
  at: z.string(),
  mac: z.string(),
})

/** One change of key, signed with both; the first key comes from nothing. */
export function keyChangeLine(from: Key | null, to: Key, at: string): string {
  const change = { v: 1, from: from?.id ?? null, to: to.id, at }
  return canonicalLine({ ...change, sig_from: from && sign(from, change), sig_to: sign(to, change) })
}

/**
 * The ids of the keys in the order in which they came; undefined when a line is not what the engine wrote. A signature
 * whose key was not found is left open.
 */
export function readLedger(lines: Iterable<Uint8Array>, keys: ReadonlyMap<string, Key>): string[] | undefined {
  const keyIds: string[] = []
  for (const line of lines) {
    const change = Shape.safeParse(readCanonical(line)).data
    const last = keyIds.at(-1) ?? null
    if (change === undefined || change.from !== last || keyIds.includes(change.to)) return undefined
    const { sig_from, sig_to, ...signed } = change
    const [from, to] = [last === null ? undefined : keys.get(last), keys.get(change.to)]
    if ((sig_from === null) !== (last === null)) return undefined
    if (from && !isSignedBy(from, signed, sig_from ?? '')) return undefined
    if (to && !isSignedBy(to, signed, sig_to)) return undefined
    keyIds.push(change.to)
  }
  return keyIds
}

const KeyId = z.string().regex(/^[0-9a-f]{16}$/)
const Shape = z.strictObject({
  v: z.literal(1),
  from: KeyId.nullable(),
  to: KeyId,
  at: z.string(),
  sig_from: z.string().nullable(),
  sig_to: z.string(),
})
