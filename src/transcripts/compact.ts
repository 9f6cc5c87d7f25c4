import { canonicalJson } from './canonical-json.ts'
import type { CompactParts, CompactToolResult, CompactToolUse, ContentKind, ToolCall } from './reader.ts'
import { type TranscriptRecord, wordsAt } from './record.ts'
import { commandLine, pathOf } from './tool-input.ts'

/** What the record says, before it is put into the one form all sources share. */
interface CompactContent {
  record_type: string
  role?: string | null | undefined
  kinds?: ContentKind[]
  summary?: string
  texts?: string[]
  uses?: CompactToolUse[]
  results?: CompactedResult[]
  /** Something of the record is not shown at all. */
  omitted?: boolean
}

export function compactParts(content: CompactContent): CompactParts {
  const { record_type, role = null, kinds = [], texts = [], uses = [], results = [] } = content
  const trimmed = uses.some(({ truncated }) => truncated) || results.some(result => result.trimmed)
  return {
    record_type: record_type.toWellFormed(),
    role: role?.toWellFormed() ?? null,
    content_kinds: [...new Set(kinds)],
    summary: (content.summary ?? `${record_type} record.`).toWellFormed(),
    text_preview: texts.length > 0 ? texts.join('\n').toWellFormed() : null,
    tool_uses: uses,
    tool_results: results.map(({ shown }) => shown),
    truncated: trimmed || (content.omitted ?? false),
  }
}

/** A line that holds no record. */
export const malformedParts: CompactParts = compactParts({ record_type: 'unknown', summary: 'Malformed JSONL line.' })

/** A record of a kind that no rule knows. */
export function unhandledParts(record: TranscriptRecord): CompactParts {
  const role = wordsAt(record, 'role')
  return compactParts({ record_type: role ?? wordsAt(record, 'type') ?? 'unknown', role })
}

export function compactUse(name: string | null | undefined, input: unknown): CompactToolUse {
  const { text, truncated } = trimInput(input)
  return { name: (name || 'unknown').toWellFormed(), input_summary: text, truncated }
}

interface ToolAnswer {
  payload: string
  call: ToolCall | null
  /** As the log itself words it. */
  status?: string | null | undefined
  error: boolean
  exit: number | null
  /** A file the result itself names. */
  path?: string | null | undefined
  /** What it is called when neither file nor command is known. */
  plainKind: 'tool_result' | 'output'
}

export interface CompactedResult {
  shown: CompactToolResult
  /** The payload, or the command it answers, is not shown whole. */
  trimmed: boolean
}

export function compactResult(answer: ToolAnswer): CompactedResult {
  const path = answer.path ?? pathOf(answer.call?.input)
  const line = commandLine(answer.call?.input)
  const command = line === null ? null : trimInput(line)
  const { text, truncated, bytes } = trimPayload(answer.payload)
  const shown: CompactToolResult = {
    kind: path !== null ? 'file' : command ? 'command' : answer.plainKind,
    status: answer.status?.toWellFormed() ?? (answer.error ? 'error' : answer.exit === 0 ? 'ok' : null),
    file_path: path?.toWellFormed() ?? null,
    command: command?.text ?? null,
    preview: text,
    raw_bytes: bytes,
    truncated,
  }
  return { shown, trimmed: truncated || (command?.truncated ?? false) }
}

const wholePayload = 1024
const payloadHead = 320
const payloadTail = 160
const wholeInput = 320
const marker = '\n...[trimmed]...\n'

interface Trimmed {
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
