import { canonicalJson } from './canonical-json.ts'

const wholePayload = 1024
const payloadHead = 320
const payloadTail = 160
const wholeInput = 320
const marker = '\n...[trimmed]...\n'

export interface Trimmed {
  text: string
  truncated: boolean
  /** UTF-8 bytes before trimming. */
  bytes: number
}

/** A tool's output: whole when small, else its head and tail. */
export function trimPayload(payload: string): Trimmed {
  const bytes = Buffer.byteLength(payload)
  if (bytes <= wholePayload) return { text: payload.toWellFormed(), truncated: false, bytes }
  return { text: headOf(payload, payloadHead) + marker + tailOf(payload, payloadTail), truncated: true, bytes }
}

/** What a tool was called with: a string as it is, anything else as canonical JSON; then cut to a head. */
export function trimInput(input: unknown): { text: string; truncated: boolean } {
  if (input === undefined) return { text: '', truncated: false }
  const text = typeof input === 'string' ? input : canonicalJson(input, wholeInput)
  if (text.length <= wholeInput && Buffer.byteLength(text) <= wholeInput) {
    return { text: text.toWellFormed(), truncated: false }
  }
  return { text: headOf(text, wholeInput) + marker, truncated: true }
}

/** As many whole characters as fit. A character has at least as many bytes as code units, so a slice is enough to see. */
function headOf(text: string, limit: number): string {
  const bytes = Buffer.from(wholeFrom(text, 0, limit))
  if (bytes.length <= limit) return bytes.toString()
  let end = limit
  while (isContinuation(bytes[end])) end--
  return bytes.toString('utf8', 0, end)
}

function tailOf(text: string, limit: number): string {
  const bytes = Buffer.from(wholeFrom(text, text.length - limit, text.length))
  if (bytes.length <= limit) return bytes.toString()
  let start = bytes.length - limit
  while (isContinuation(bytes[start])) start++
  return bytes.toString('utf8', start)
}

/** A slice that does not begin or end inside a character. */
function wholeFrom(text: string, from: number, to: number): string {
  const start = splitsPair(text, from) ? from + 1 : from
  const end = splitsPair(text, to) ? to - 1 : to
  return text.slice(start, end)
}

function splitsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
