import type { ReceiptOutputs } from './receipt.ts'
import { sha256 } from './signing.ts'

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
