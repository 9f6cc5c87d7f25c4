import { z } from 'zod'
import { sha256 } from '../files/sha256.ts'
import { cutTo } from '../kernel/text.ts'
import { readCanonical } from './canonical.ts'

export const idShape = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/
export const receiptIdShape = /^rcpt_[0-9a-f]{12}$/

export const surfaces = ['chat', 'conference', 'task', 'run', 'mcp', 'rest', 'cli'] as const
export type Surface = (typeof surfaces)[number]

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const KeyId = z.string().regex(/^[0-9a-f]{16}$/)
const Id = z.string().regex(idShape)
const Count = z.int().nonnegative()
const Line = z.int().positive()

/** Lines a tool used, with what they hashed to when it did. */
const FileRef = z.strictObject({
  path: z.string(),
  /** Absent for a whole file. */
  start_line: z.exactOptional(Line),
  end_line: z.exactOptional(Line),
  /** The hash of the cited lines joined by LF, or of the whole file when no lines are cited. */
  sha256: Hash,
  /** At most 200 bytes, a strict prefix of the cited text. */
  excerpt: z.string(),
  file_sha256: Hash,
})
export type FileRef = z.output<typeof FileRef>

/** A short output is in the receipt itself; a long one is in a blob, and the receipt has its beginning. */
const Outputs = z.discriminatedUnion('truncated', [
  z.strictObject({ text: z.string(), truncated: z.literal(false), sha256: Hash, full_size: Count }),
  z.strictObject({
    truncated: z.literal(true),
    excerpt: z.string(),
    excerpt_sha256: Hash,
    sha256: Hash,
    full_size: Count,
  }),
])
export type ReceiptOutputs = z.output<typeof Outputs>

const Receipt = z.strictObject({
  v: z.literal(1),
  receipt_id: z.string().regex(receiptIdShape),
  session_id: Id,
  conference_id: z.exactOptional(Id),
  round_id: z.exactOptional(Id),
  task_id: z.exactOptional(Id),
  run_id: z.exactOptional(Id),
  turn_id: Id,
  agent_id: z.string().nullable(),
  surface: z.enum(surfaces),
  tool_id: z.string(),
  tool_version: z.string(),
  requested_tool: z.exactOptional(z.string()),
  inputs: z.record(z.string(), z.unknown()),
  outputs: Outputs,
  file_refs: z.array(FileRef),
  issue_refs: z.exactOptional(z.array(z.int())),
  ok: z.boolean(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  duration_ms: Count,
  nonce: z.string().nullable(),
  timestamp: z.string(),
  seq: Line,
  prev: Hash,
  key_id: KeyId,
  signature_alg: z.literal('HMAC-SHA256'),
  signature: Hash,
})
export type Receipt = z.output<typeof Receipt>

/** What was run, on what, with which result; everything but what chain and signature add. */
export type ReceiptFacts = Omit<Receipt, 'v' | 'receipt_id' | 'seq' | 'prev' | 'key_id' | 'signature_alg' | 'signature'>

/** The receipt in a line of a log, without its LF; undefined when the bytes are not exactly one. */
export function readLine(bytes: Uint8Array): Receipt | undefined {
  const value = readCanonical(bytes)
  // The object itself is kept, because signature and bytes are about all of it.
  return value !== undefined && Receipt.safeParse(value).success ? (value as Receipt) : undefined
}

/** A receipt holds the first bytes of a longer output. */
export const inlineBytes = 2000

/** What a receipt says of an output; `output` must be well-formed text. */
export function outputsOf(output: string): ReceiptOutputs {
  const bytes = Buffer.from(output)
  const whole = { sha256: sha256(bytes), full_size: bytes.length }
  if (bytes.length <= inlineBytes) return { text: output, truncated: false, ...whole }
  const excerpt = cutTo(output, inlineBytes)
  return { truncated: true, excerpt, excerpt_sha256: sha256(excerpt), ...whole }
}

/** Whether the receipt's own part of the output fits the hashes it names. */
export function isConsistent(outputs: ReceiptOutputs): boolean {
  if (outputs.truncated) return sha256(outputs.excerpt) === outputs.excerpt_sha256
  return sha256(outputs.text) === outputs.sha256 && Buffer.byteLength(outputs.text) === outputs.full_size
}

/** Whether these bytes are the output that the receipt describes. */
export function isOutputOf(outputs: ReceiptOutputs, bytes: Buffer): boolean {
  if (bytes.length !== outputs.full_size || sha256(bytes) !== outputs.sha256) return false
  return (
    !outputs.truncated || bytes.subarray(0, Buffer.byteLength(outputs.excerpt)).equals(Buffer.from(outputs.excerpt))
  )
}
