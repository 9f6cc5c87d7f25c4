import { z } from 'zod'
import { sha256 } from '../files/sha256.ts'
import { canonicalLine, readCanonicalFile } from './canonical.ts'
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

/** All lines of a log at once. */
export function verifyLines(
  session: string,
  lines: Iterable<Uint8Array>,
  keys: KeyLookup,
): ChainPoint & { problems: { code: LineProblemCode; seq: number }[] } {
  const verifier = lineVerifier(session, keys)
  const problems = [...lines].flatMap(line => {
    const { position, problems: codes } = verifier.next(line)
    return codes.map(code => ({ code, seq: position }))
  })
  return { ...verifier.point(), problems }
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
