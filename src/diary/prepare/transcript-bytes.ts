import { statSync } from 'node:fs'
import { LineSplitter, parseLine } from '../../transcripts/lines.ts'
import { readChunks, withFile } from '../../transcripts/read-chunks.ts'
import { type OnRow, type TranscriptFile, Unreadable } from '../../transcripts/reader.ts'
import { loadReader } from '../../transcripts/readers.ts'
import type { TurnLine } from '../../transcripts/record.ts'
import { decompress } from '../../transcripts/zstd/decompress.ts'
import type { Archive } from '../archive/archive.ts'
import { chunksOf } from './index/scan-job.ts'
import type { IndexedTranscript, TurnHead } from './index/transcript-row.ts'

export type Located = Pick<
  IndexedTranscript,
  'key' | 'path' | 'source' | 'relative' | 'form' | 'conversation' | 'stamp' | 'archived' | 'size'
>

/**
 * Gives `take` the bytes of a transcript from an offset on, exactly those that were indexed: from its file, a database
 * or the archive. `seen` is given the rows of the database. Throws `Unreadable`.
 */
export async function readTranscript(
  transcript: Located,
  archive: Archive | null,
  take: (chunk: Buffer) => void,
  from = 0,
  seen?: OnRow,
): Promise<void> {
  const { path, size, form } = transcript
  if (transcript.archived) {
    if (!archive) throw new Unreadable('the file is gone and there is no archive')
    for (const chunk of archive.chunks(transcript.key, from)) take(chunk)
    return
  }
  if (form === 'lines') return withFile(path, file => readChunks(file, from, size, take))
  const rest = skipBytes(from, take)
  if (form === 'zst') await decompress(path, sizeOf(path), rest)
  else await readConversation(transcript, rest, seen)
}

/** The lines of a turn of a transcript. Throws `Unreadable`. */
export async function readTurn(
  transcript: Located,
  { startLine, startByte, endLine, endByte }: TurnHead,
  archive: Archive | null,
): Promise<TurnLine[]> {
  const lines: TurnLine[] = []
  const splitter = new LineSplitter(
    ({ number, bytes }) => {
      if (number <= endLine) lines.push({ number, record: bytes && parseLine(bytes, number === 1) })
    },
    { lines: startLine - 1, bytes: startByte },
  )
  let at = startByte
  try {
    const take = (chunk: Buffer) => {
      if (at < endByte) splitter.push(chunk.subarray(0, endByte - at))
      at += chunk.length
    }
    // What follows the turn is not read, where lines can be read from anywhere.
    await readTranscript({ ...transcript, size: endByte }, archive, take, startByte)
    splitter.end()
  } finally {
    splitter.abandon()
  }
  return lines
}

async function readConversation(
  { conversation, stamp, ...file }: TranscriptFile & Located,
  take: (chunk: Buffer) => void,
  seen: OnRow | undefined,
): Promise<void> {
  const materials = (await loadReader(file.source))?.materials?.(file, conversation ?? undefined)
  if (!materials) throw new Unreadable('no reader opens this kind of file')
  try {
    const found = materials.conversations.find(({ id }) => id === conversation)
    if (found?.stamp !== stamp) throw new Unreadable('the conversation is gone or goes on')
    for (const chunk of chunksOf(materials, found, seen)) take(chunk)
  } finally {
    materials.close()
  }
}

function skipBytes(from: number, take: (chunk: Buffer) => void): (chunk: Buffer) => void {
  let left = from
  return chunk => {
    const skipped = Math.min(left, chunk.length)
    left -= skipped
    if (skipped < chunk.length) take(chunk.subarray(skipped))
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch (error) {
    throw new Unreadable('the file cannot be opened', { cause: error })
  }
}
