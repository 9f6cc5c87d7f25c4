import { readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { familyOf } from '../../transcripts/agents.ts'
import { malformedParts, unhandledParts } from '../../transcripts/compact.ts'
import { glanceAt } from '../../transcripts/json-scan/scanned-record.ts'
import { decodeLine, type Line, LineSplitter, largeLine, parseLine } from '../../transcripts/lines.ts'
import type { CompactParts, SourceReader, ToolCall } from '../../transcripts/reader.ts'
import { loadReader } from '../../transcripts/readers.ts'
import type { TranscriptRecord } from '../../transcripts/record.ts'
import { reject } from '../rejection.ts'
import type { IndexRow } from '../schema.ts'
import type { ReadSettings, TranscriptReads } from '../settings.ts'
import { SpanHasher } from './line-spans.ts'
import { type LineOffsets, offsetsOf } from './offsets.ts'
import { type Outline, OutlineBuilder } from './outline.ts'
import { copyOf, type DiaryProject } from './project.ts'

type FileHandle = Awaited<ReturnType<typeof open>>

export interface CompactRecord extends CompactParts {
  line: number
  raw_bytes: number
  raw_sha256: string
}

export interface FullRecord {
  line: number
  raw_line: string
  raw_bytes: number
  raw_sha256: string
}

/** An open transcript copy with its lines known. */
export interface OpenTranscript {
  /** How many lines it has. */
  last: number
  /** Where a line's first byte is; of the line after the last, the number of bytes. */
  offset(line: number): number
  compact(start: number, end: number): Promise<CompactRecord[]>
  full(start: number, end: number): Promise<FullRecord[]>
  /** Gives every line of a span to `take`, whose bytes are good until it returns. */
  each(start: number, end: number, take: (line: Line) => void): Promise<void>
  spanHash(start: number, end: number): Promise<string>
  outline(): Promise<Outline>
  /** What one of the sub-agents said and did, as if it had lines of its own. */
  ofSubagent(subagent: string): Promise<CompactRecord[]>
}

/** Opens a session's copy for as long as `use` runs. */
export async function withTranscript<T>(
  settings: ReadSettings,
  project: Pick<DiaryProject, 'key' | 'folder'>,
  row: IndexRow,
  use: (transcript: OpenTranscript) => Promise<T>,
): Promise<T> {
  const path = await copyOf(project, row)
  if (path === undefined) return rejectMissing()
  return withTranscriptFile(settings, path, row.source, use)
}

/** Opens a file of an agent's lines for as long as `use` runs. */
export async function withTranscriptFile<T>(
  settings: ReadSettings,
  path: string,
  source: string,
  use: (transcript: OpenTranscript) => Promise<T>,
): Promise<T> {
  const file = await open(path, 'r').catch(rejectMissing)
  try {
    const reader = await loadReader(source)
    const offsets = await offsetsOf(settings, path, file, record => reader?.calls(record) ?? []).catch(rejectMissing)
    return await use(transcriptOf(file, offsets, reader, settings.reads))
  } finally {
    await file.close()
  }
}

function rejectMissing(): never {
  return reject('session_ref', 'session file is missing', 'run daybook diary prepare --refresh')
}

function transcriptOf(
  file: FileHandle,
  offsets: LineOffsets,
  reader: SourceReader | undefined,
  { withLargeLine }: TranscriptReads,
): OpenTranscript {
  return {
    last: offsets.lines,
    offset: line => offsets.start(line),
    each,
    async compact(start, end) {
      const records: CompactRecord[] = []
      const calls = new Map<string, ToolCall>()
      await each(start, end, line => records.push(compactRecord(line, partsOf(line, calls))))
      return records
    },
    async full(start, end) {
      const records: FullRecord[] = []
      await each(start, end, line => {
        const raw_line = line.bytes ? decodeLine(line.bytes, line.number === 1) : beginning(line)
        records.push({ line: line.number, raw_line, raw_bytes: line.size, raw_sha256: line.sha256() })
      })
      return records
    },
    async outline() {
      const builder = new OutlineBuilder()
      await each(1, offsets.lines, line => {
        const record = line.bytes && parseLine(line.bytes, line.number === 1)
        const calls = (record && reader?.calls(record)) ?? []
        builder.add({
          line: line.number,
          parts: record && reader ? reader.compact(record, () => null) : null,
          calls: calls.flatMap(({ id }) => id ?? []),
          delegates: calls.some(({ name }) => name !== null && familyOf(name) === 'delegate'),
          of: (record && reader?.subagentRow?.(record)) ?? null,
        })
      })
      return builder.outline()
    },
    async ofSubagent(subagent) {
      const records: CompactRecord[] = []
      const calls = new Map<string, ToolCall>()
      await each(1, offsets.lines, line => {
        const record = line.bytes && parseLine(line.bytes, line.number === 1)
        const row = record && reader?.subagentRow?.(record)
        if (!reader || row?.subagent !== subagent) return
        records.push(
          compactRecord(
            line,
            reader.compact(row.record, id => calls.get(id) ?? null),
          ),
        )
        for (const call of reader.calls(row.record)) if (call.id !== null) calls.set(call.id, call)
      })
      return records
    },
    async spanHash(start, end) {
      const hasher = new SpanHasher()
      await chunksOf(start, end, chunk => hasher.push(chunk))
      return hasher.digest()
    },
  }

  function each(start: number, end: number, take: (line: Line) => void): Promise<void> {
    const read = async () => {
      const splitter = new LineSplitter(take, { lines: start - 1, bytes: offsets.start(start) })
      await chunksOf(start, end, chunk => splitter.push(chunk))
      splitter.end()
    }
    return holdsLarge(offsets, start, end) ? withLargeLine(read) : read()
  }

  async function chunksOf(start: number, end: number, take: (chunk: Buffer) => void): Promise<void> {
    const to = offsets.start(end + 1)
    let at = offsets.start(start)
    const buffer = Buffer.allocUnsafeSlow(Math.min(chunkSize, to - at))
    while (at < to) {
      const bytesRead = readSync(file.fd, buffer, 0, Math.min(buffer.length, to - at), at)
      if (bytesRead === 0) return rejectMissing()
      take(buffer.subarray(0, bytesRead))
      at += bytesRead
      if (at < to) await letOthersRun()
    }
  }

  /** `calls` are those of the lines just read: the nearest of their ids, and at hand. */
  function partsOf(line: Line, calls: Map<string, ToolCall>): CompactParts {
    const record = recordOn(line)
    if (!record) return malformedParts
    if (!reader) return unhandledParts(record)
    const { number } = line
    const parts = reader.compact(record, id => calls.get(id) ?? callBefore(id, number))
    for (const call of reader.calls(record)) if (call.id !== null) calls.set(call.id, call)
    return parts
  }

  /** The record as far as anything of it is shown. */
  function recordOn(line: Line): TranscriptRecord | null {
    const { holder, bytes, number } = line
    const view = holder && reader?.shown ? glanceAt(line, holder, 2) : 'unsure'
    if (view === 'unsure' || view === null) return bytes && parseLine(bytes, number === 1)
    return reader?.shown?.(view) ?? null
  }

  /** The nearest earlier call of that id in the whole file, so that a record is the same whatever range is read. */
  function callBefore(id: string, line: number): ToolCall | null {
    for (const number of offsets.callsBefore(id, line)) {
      const [from, to] = [offsets.start(number), offsets.start(number + 1)]
      const bytes = Buffer.allocUnsafe(to - from)
      if (readSync(file.fd, bytes, 0, bytes.length, from) < bytes.length) return rejectMissing()
      const record = parseLine(bytes, number === 1)
      const call = record && reader?.calls(record).findLast(each => each.id === id)
      if (call) return call
    }
    return null
  }

  /** The beginning of a line that is too long to be held whole, enough to see what it is. */
  function beginning({ start, size }: Line): string {
    const bytes = Buffer.allocUnsafe(Math.min(size, shownOfOversized))
    const count = readSync(file.fd, bytes, 0, bytes.length, start)
    return `${bytes.toString('utf8', 0, count)}\n...[trimmed]...\n`
  }
}

const chunkSize = 1024 * 1024
const shownOfOversized = 64 * 1024

function compactRecord(line: Line, parts: CompactParts): CompactRecord {
  const { record_type, role, content_kinds, summary, text_preview, tool_uses, tool_results, truncated } = parts
  return {
    line: line.number,
    record_type,
    role,
    content_kinds,
    summary,
    text_preview,
    tool_uses,
    tool_results,
    raw_bytes: line.size,
    raw_sha256: line.sha256(),
    truncated,
  }
}

function holdsLarge(offsets: LineOffsets, start: number, end: number): boolean {
  if (offsets.start(end + 1) - offsets.start(start) <= largeLine) return false
  for (let line = start; line <= end; line++) {
    if (offsets.start(line + 1) - offsets.start(line) > largeLine) return true
  }
  return false
}
