import { closeSync, openSync } from 'node:fs'
import { type Line, LineSplitter } from '../../transcripts/lines.ts'
import { type Passage, passagesOn, promptPassage } from '../../transcripts/passages.ts'
import { readChunks } from '../../transcripts/read-chunks.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import { loadReader } from '../../transcripts/readers.ts'
import type { Archive } from '../archive/archive.ts'
import type { IndexCache, LocatedTranscript } from '../prepare/index/cache.ts'
import { tailHolds } from '../prepare/index/file-state.ts'
import { readTranscript } from '../prepare/transcript-bytes.ts'
import type { PassagePlace } from './collect.ts'

/** A passage as its transcript has it now, with the hash of its line. */
interface ReadPassage {
  passage: Passage
  span_sha256: string
}

/** Reads single passages of one transcript, from its file or the archive. */
export interface PassageReader {
  transcript: LocatedTranscript
  /** What the person said first. */
  firstPrompt(): string
  /** What is at a place, if its text is meant; null when it is not there any more. */
  read(place: PassagePlace, isMeant?: (text: string) => boolean): Promise<ReadPassage | null>
}

/** Gives a reader to `use`, or null where the transcript is not what was indexed any more. */
export async function withPassages<T>(
  cache: IndexCache,
  archive: Archive | null,
  key: string,
  use: (reader: PassageReader | null) => Promise<T>,
): Promise<T> {
  const transcript = cache.locate(key)
  const source = transcript && isCurrent(transcript) ? await loadReader(transcript.source) : null
  if (!transcript || !source) return use(null)
  const file = transcript.form === 'lines' && !transcript.archived ? opened(transcript.path) : null
  if (file === 'unreadable') return use(null)
  try {
    return await use({
      transcript,
      firstPrompt: () => cache.prompt(key, 'first') ?? '',
      async read(place, isMeant = () => true) {
        try {
          return await lineAt({ transcript, archive, file }, place, line => {
            const passage = place.role === 'prompt' ? promptOn(place) : passagesOn(source, line)[place.ordinal]
            return passage && isMeant(passage.text) ? { passage, span_sha256: line.sha256() } : null
          })
        } catch (error) {
          if (error instanceof Unreadable) return null
          throw error
        }
      },
    })
  } finally {
    if (file !== null) closeSync(file)
  }

  function promptOn({ line }: PassagePlace): Passage | null {
    const text = cache.prompt(key, line)
    return text === null ? null : promptPassage(text)
  }
}

function isCurrent({ form, archived, path, tail, position }: LocatedTranscript): boolean {
  return form !== 'lines' || archived || tail === null || tailHolds(path, tail, position)
}

function opened(path: string): number | 'unreadable' {
  try {
    return openSync(path, 'r')
  } catch {
    return 'unreadable'
  }
}

interface OpenTranscript {
  transcript: LocatedTranscript
  archive: Archive | null
  /** The transcript's own file of lines; null where its lines come from elsewhere. */
  file: number | null
}

/** Gives one line of a transcript to `use`, reading no more than it takes. Throws `Unreadable`. */
async function lineAt<T>(
  { transcript, archive, file }: OpenTranscript,
  { line: number, byte }: PassagePlace,
  use: (line: Line) => T | null,
): Promise<T | null> {
  let found: { result: T | null } | null = null
  const splitter = new LineSplitter(
    line => {
      if (!found && line.number === number) found = { result: use(line) }
    },
    { lines: number - 1, bytes: byte },
  )
  const { key, archived, size } = transcript
  if (archived && archive) {
    for (const chunk of archive.chunks(key, byte)) {
      splitter.push(chunk)
      if (found) break
    }
  } else if (file !== null) {
    for (let [from, stretch] = [byte, shortest]; from < size && !found; from += stretch, stretch *= 4) {
      readPart(file, from, Math.min(size, from + stretch), chunk => splitter.push(firstLineOf(chunk)))
    }
  } else await readTranscript(transcript, archive, chunk => splitter.push(chunk), byte)
  splitter.abandon()
  return (found as { result: T | null } | null)?.result ?? null
}

/** What is read at first; most lines are shorter. */
const shortest = 8 * 1024

/** What of a chunk belongs to the line that goes on in it; the rest need not be cut into lines. */
function firstLineOf(chunk: Buffer): Buffer {
  const end = chunk.indexOf(lineFeed)
  return end < 0 ? chunk : chunk.subarray(0, end + 1)
}

const lineFeed = 0x0a

function readPart(file: number, from: number, to: number, push: (chunk: Buffer) => void): void {
  try {
    readChunks(file, from, to, push)
  } catch (error) {
    throw error instanceof Error && 'syscall' in error
      ? new Unreadable('the file cannot be read', { cause: error })
      : error
  }
}
