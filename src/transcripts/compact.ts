import type { CompactParts, CompactToolResult, CompactToolUse, ContentKind, ToolCall } from './reader.ts'
import { type TranscriptRecord, wordsAt } from './record.ts'
import { commandLine, pathOf } from './tool-input.ts'
import { trimInput, trimPayload } from './trim.ts'

/** What the record says, before it is put into the one form all sources share. */
export interface CompactContent {
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

/** A record that no rule speaks of. */
export function unhandledParts(record: TranscriptRecord): CompactParts {
  const role = wordsAt(record, 'role')
  return compactParts({ record_type: role ?? wordsAt(record, 'type') ?? 'unknown', role })
}

export function compactUse(name: string | null | undefined, input: unknown): CompactToolUse {
  const { text, truncated } = trimInput(input)
  return { name: (name || 'unknown').toWellFormed(), input_summary: text, truncated }
}

export interface ToolAnswer {
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
