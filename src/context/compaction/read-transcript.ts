import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { jsonIn } from '../../kernel/json.ts'
import { textOf } from '../../transcripts/claude-code/content.ts'
import { steeringText, userVerdict } from '../../transcripts/claude-code/trigger.ts'
import { isSourceContext, isUserShell, userRecordOf } from '../../transcripts/codex/user-text.ts'
import { isObject, objectAt, type TranscriptRecord, textAt } from '../../transcripts/record.ts'
import type { Message } from './words-to-keep.ts'

/** A chat waits for this, so of a long transcript only its beginning and its end are read. */
const headBytes = 1024 * 1024
const tailBytes = 3 * 1024 * 1024
/** A line that long is the answer of a tool. */
const maxLine = 256 * 1024

interface ReadTranscript {
  messages: Message[]
  /** What the last compaction left in place of the chat; null where there was none. */
  summary: string | null
  /** Bytes between beginning and end that were not looked at. */
  unread: number
}

/** What people wrote in a transcript, and the last summary of a compaction. Line numbers after a gap are not known: 0. */
export function readTranscript(file: string): ReadTranscript {
  // Opening a pipe would wait for its writer, and the chat with it.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw new Error('A transcript is a file.')
    const { size } = stats
    const isWhole = size <= headBytes + tailBytes
    const head = linesIn(descriptor, 0, isWhole ? size : headBytes)
    const tail = isWhole ? [] : linesIn(descriptor, size - tailBytes, tailBytes)
    const read: ReadTranscript = { messages: [], summary: null, unread: isWhole ? 0 : size - headBytes - tailBytes }
    for (const [at, line] of head.entries()) take(read, line, at + 1)
    for (const line of tail) take(read, line, 0)
    return read
  } finally {
    closeSync(descriptor)
  }
}

function linesIn(descriptor: number, from: number, length: number): string[] {
  const bytes = Buffer.alloc(length)
  const read = readSync(descriptor, bytes, 0, length, from)
  return bytes.toString('utf8', 0, read).split('\n')
}

/** Cheap looks first: of most lines nothing is parsed. */
function take(read: ReadTranscript, line: string, number: number): void {
  if (line.length > maxLine || !/"(?:user|compacted|queued_command|user_message)"/.test(line)) return
  const value = jsonIn(line)
  const record = isObject(value) ? value : null
  const summary = record && compactionSummary(record)
  if (typeof summary === 'string') read.summary = summary
  const text = record && personsWords(record)
  if (text) read.messages.push({ line: number, text })
}

/** What a person wrote in a line of a log of Claude Code or Codex; null for every other line. */
function personsWords(record: TranscriptRecord): string | null {
  const verdict = userVerdict(record)
  if (verdict.is === 'trigger' || verdict.is === 'command') return verdict.text || null
  const steering = steeringText(record)
  if (steering !== null) return steering
  const user = userRecordOf(record)
  return user && !isSourceContext(user.beginning) && !isUserShell(user.beginning) ? user.text : null
}

/** What a compaction put in place of the chat before it; null for every other line. */
function compactionSummary(record: TranscriptRecord): string | null {
  if (record.isCompactSummary === true) return textOf(objectAt(record, 'message')?.content)
  return record.type === 'compacted' ? (textAt(objectAt(record, 'payload'), 'message') ?? '') : null
}
