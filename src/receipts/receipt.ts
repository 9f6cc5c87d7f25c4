import { sha256 } from './signing.ts'

/** Lines a tool used, with what they hashed to when it did. */
export interface FileRef {
  path: string
  /** Absent for a whole file. */
  start_line?: number
  end_line?: number
  /** Of the cited lines joined by LF; of the whole file's bytes when there are no lines. */
  sha256: string
  /** At most 200 bytes, a strict prefix of the cited text. */
  excerpt: string
  file_sha256: string
}

/** A short output stands in the receipt; of a long one its beginning does, and all of it lies in a blob. */
export type ReceiptOutputs =
  | { text: string; truncated: false; sha256: string; full_size: number }
  | { truncated: true; excerpt: string; excerpt_sha256: string; sha256: string; full_size: number }

export const surfaces = ['chat', 'conference', 'task', 'run', 'mcp', 'rest', 'cli'] as const
export type Surface = (typeof surfaces)[number]

/** What was run, on what, with which result; everything but what chain and signature add. */
export interface ReceiptFacts {
  session_id: string
  conference_id?: string
  round_id?: string
  task_id?: string
  run_id?: string
  turn_id: string
  agent_id: string | null
  surface: Surface
  tool_id: string
  tool_version: string
  requested_tool?: string
  inputs: { [name: string]: unknown }
  outputs: ReceiptOutputs
  file_refs: FileRef[]
  issue_refs?: number[]
  ok: boolean
  error: { code: string; message: string } | null
  duration_ms: number
  nonce: string | null
  timestamp: string
}

export interface Receipt extends ReceiptFacts {
  v: 1
  receipt_id: string
  seq: number
  prev: string
  key_id: string
  signature_alg: 'HMAC-SHA256'
  signature: string
}

/** Longer outputs stand in the receipt by their beginning. */
export const inlineBytes = 2000

/** What a receipt says of an output; `output` must be well-formed text. */
export function outputsOf(output: string): ReceiptOutputs {
  const bytes = Buffer.from(output)
  const whole = { sha256: sha256(bytes), full_size: bytes.length }
  if (bytes.length <= inlineBytes) return { text: output, truncated: false, ...whole }
  const excerpt = prefix(bytes, inlineBytes)
  return { truncated: true, excerpt, excerpt_sha256: sha256(excerpt), ...whole }
}

/** Whether the receipt's own part of the output fits the hashes it names. */
export function isConsistent(outputs: ReceiptOutputs): boolean {
  if (outputs.truncated) return sha256(outputs.excerpt) === outputs.excerpt_sha256
  return sha256(outputs.text) === outputs.sha256 && Buffer.byteLength(outputs.text) === outputs.full_size
}

/** Whether these bytes are the output that the receipt describes. */
export function describes(outputs: ReceiptOutputs, bytes: Buffer): boolean {
  if (bytes.length !== outputs.full_size || sha256(bytes) !== outputs.sha256) return false
  return (
    !outputs.truncated || bytes.subarray(0, Buffer.byteLength(outputs.excerpt)).equals(Buffer.from(outputs.excerpt))
  )
}

/** As many whole characters as fit. */
function prefix(bytes: Buffer, maxBytes: number): string {
  let end = maxBytes
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}
