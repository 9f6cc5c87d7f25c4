import { z } from 'zod'
import { readCanonical } from './canonical.ts'
import { type Receipt, surfaces } from './receipt.ts'

/** The receipt in a line of a log, without its LF; undefined when the bytes are not exactly one. */
export function readLine(bytes: Uint8Array): Receipt | undefined {
  const value = readCanonical(bytes)
  // Held to the shape below; the object itself is kept, because signature and bytes are about all of it.
  return value !== undefined && Shape.safeParse(value).success ? (value as Receipt) : undefined
}

export const idShape = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/
export const receiptIdShape = /^rcpt_[0-9a-f]{12}$/

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const KeyId = z.string().regex(/^[0-9a-f]{16}$/)
const Id = z.string().regex(idShape)
const Count = z.int().nonnegative()
const Line = z.int().positive()

const FileRef = z.strictObject({
  path: z.string(),
  start_line: Line.optional(),
  end_line: Line.optional(),
  sha256: Hash,
  excerpt: z.string(),
  file_sha256: Hash,
})

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

const Shape = z.strictObject({
  v: z.literal(1),
  receipt_id: z.string().regex(receiptIdShape),
  session_id: Id,
  conference_id: Id.optional(),
  round_id: Id.optional(),
  task_id: Id.optional(),
  run_id: Id.optional(),
  turn_id: Id,
  agent_id: z.string().nullable(),
  surface: z.enum(surfaces),
  tool_id: z.string(),
  tool_version: z.string(),
  requested_tool: z.string().optional(),
  inputs: z.record(z.string(), z.unknown()),
  outputs: Outputs,
  file_refs: z.array(FileRef),
  issue_refs: z.array(z.int()).optional(),
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
