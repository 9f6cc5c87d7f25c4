import { closeSync, openSync } from 'node:fs'
import { lazy } from '../../kernel/lazy.ts'
import type { TurnEvent } from '../../transcripts/event.ts'
import { Line, LineSplitter, largeLine } from '../../transcripts/lines.ts'
import { noTurn, type Passage, passagesOn, promptPassage } from '../../transcripts/passages.ts'
import { readChunks } from '../../transcripts/read-chunks.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import { loadReader } from '../../transcripts/readers.ts'
import type { TurnLine } from '../../transcripts/record.ts'
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
  /** What happened from a place on, over about so many bytes. */
  readOn(place: PassagePlace, bytes: number): Promise<ReadLines>
}

/** What happened on some lines, with the hash of each. */
interface ReadLines {
  events: TurnEvent[]
  hashes: ReadonlyMap<number, string>
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
  const file = transcript.form === 'lines' && !transcript.archived ? openOrUnreadable(transcript.path) : null
  if (file === 'unreadable') return use(null)
  const prompts = lazy(() => new Map(cache.turns(key).map(({ startLine, text }) => [startLine, text] as const)))
  try {
    return await use({
      transcript,
      firstPrompt: () => cache.firstPrompt(key),
      async read(place, isMeant = () => true) {
        try {
          let found: ReadPassage | null = null
          const take = (line: Line) => {
            const passage = place.role === 'prompt' ? promptOn(place) : passagesOn(source, line)[place.ordinal]
            if (passage && isMeant(passage.text)) found = { passage, span_sha256: line.sha256() }
            return false
          }
          if (file === null || !takeLine(file, place, transcript.size, take))
            await eachFrom({ transcript, archive, file }, place, take)
          return found
        } catch (error) {
          if (error instanceof Unreadable) return null
          throw error
        }
      },
      async readOn(place, bytes) {
        const lines: TurnLine[] = []
        const hashes = new Map<number, string>()
        await eachFrom({ transcript, archive, file }, place, line => {
          lines.push({ number: line.number, record: line.size > largeLine ? null : line.record() })
          hashes.set(line.number, line.sha256())
          return line.end < place.byte + bytes
        })
        return { events: source.events(noTurn, lines), hashes }
      },
    })
  } finally {
    if (file !== null) closeSync(file)
  }

  function promptOn({ line }: PassagePlace): Passage | null {
    const text = prompts().get(line)
    return text === undefined ? null : promptPassage(text)
  }
}

function isCurrent({ form, archived, path, tail, position }: LocatedTranscript): boolean {
  return form !== 'lines' || archived || tail === null || tailHolds(path, tail, position)
}

function openOrUnreadable(path: string): number | 'unreadable' {
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

/** Gives the lines of a transcript from a place on to `take` until it answers false. Throws `Unreadable`. */
async function eachFrom(
  { transcript, archive, file }: OpenTranscript,
  { line: number, byte }: PassagePlace,
  take: (line: Line) => boolean,
): Promise<void> {
  let isOver = false
  const splitter = new LineSplitter(
    line => {
      if (!isOver) isOver = !take(line)
    },
    { lines: number - 1, bytes: byte },
  )
  const { key, archived, size } = transcript
  if (archived && archive) {
    for (const chunk of archive.chunks(key, byte)) {
      splitter.push(chunk)
      if (isOver) break
    }
  } else if (file !== null) {
    for (let [from, stretch] = [byte, minReadBytes]; from < size && !isOver; from += stretch, stretch *= 4) {
      readPart(file, from, Math.min(size, from + stretch), chunk => splitter.push(chunk))
    }
  } else await readTranscript(transcript, archive, chunk => splitter.push(chunk), byte)
  splitter.end()
}

/** What is read at first; most lines are shorter. */
const minReadBytes = 8 * 1024
/** What is read in one piece at most. */
const maxReadBytes = minReadBytes * 16

/** Gives the line at a place to `take` in one piece; answers false when it is too long for that. Throws `Unreadable`. */
function takeLine(
  file: number,
  { line: number, byte }: PassagePlace,
  size: number,
  take: (line: Line) => unknown,
): boolean {
  let isTaken = false
  for (let stretch = minReadBytes; stretch <= maxReadBytes && !isTaken; stretch *= 4) {
    let isBeginning = true
    readPart(file, byte, Math.min(size, byte + stretch), chunk => {
      const end = isBeginning ? chunk.indexOf(lineFeed) : -1
      isBeginning = false
      if (end < 0) return
      isTaken = true
      take(new Line(number, byte, byte + end + 1, chunk[end - 1] === carriageReturn ? end - 1 : end, chunk, 0))
    })
    if (byte + stretch >= size) break
  }
  return isTaken
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

function readPart(file: number, from: number, to: number, push: (chunk: Buffer) => void): void {
  try {
    readChunks(file, from, to, push)
  } catch (error) {
    throw error instanceof Error && 'syscall' in error
      ? new Unreadable('the file cannot be read', { cause: error })
      : error
  }
}
