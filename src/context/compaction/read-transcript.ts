import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { compactionSummary, personsWords } from '../../transcripts/persons-words.ts'
import { isObject, type TranscriptRecord } from '../../transcripts/record.ts'
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
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
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
  const record = parsed(line)
  const summary = record && compactionSummary(record)
  if (typeof summary === 'string') read.summary = summary
  const text = record && personsWords(record)
  if (text) read.messages.push({ line: number, text })
}

function parsed(line: string): TranscriptRecord | null {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
