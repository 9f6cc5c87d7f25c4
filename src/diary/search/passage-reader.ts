import { type Line, LineSplitter } from '../../transcripts/lines.ts'
import { type Passage, passagesOn, promptPassage } from '../../transcripts/passages.ts'
import { readChunks, withFile } from '../../transcripts/read-chunks.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import { loadReader } from '../../transcripts/readers.ts'
import type { Archive } from '../archive/archive.ts'
import type { IndexCache } from '../prepare/index/cache.ts'
import { tailHolds } from '../prepare/index/file-state.ts'
import type { IndexedTranscript } from '../prepare/index/transcript-row.ts'
import { readTranscript } from '../prepare/transcript-bytes.ts'
import type { PassagePlace } from './collect.ts'

/** A passage as its transcript has it now, with the hash of its line. */
export interface ReadPassage {
  passage: Passage
  span_sha256: string
}

/** Reads single passages of transcripts, from their files or the archive. */
export class PassageReader {
  readonly #cache: IndexCache
  readonly #archive: Archive | null
  readonly #known = new Map<string, Promise<IndexedTranscript | null>>()
  readonly #prompts = new Map<string, Map<number, string>>()

  constructor(cache: IndexCache, archive: Archive | null) {
    this.#cache = cache
    this.#archive = archive
  }

  /** The transcript, if it still is what was indexed. */
  transcript(key: string): Promise<IndexedTranscript | null> {
    const known = this.#known.get(key) ?? this.#current(key)
    this.#known.set(key, known)
    return known
  }

  /** Null when it is not there any more. */
  async read(key: string, place: PassagePlace): Promise<ReadPassage | null> {
    const transcript = await this.transcript(key)
    const reader = transcript && (await loadReader(transcript.source))
    if (!transcript || !reader) return null
    try {
      return await withLine(transcript, this.#archive, place, line => {
        const passage =
          place.role === 'prompt' ? this.#prompt(key, place.line) : passagesOn(reader, line)[place.ordinal]
        return passage ? { passage, span_sha256: line.sha256() } : null
      })
    } catch (error) {
      if (error instanceof Unreadable) return null
      throw error
    }
  }

  /** What the person said first. */
  firstPrompt(key: string): string {
    return this.#promptsOf(key).values().next().value ?? ''
  }

  async #current(key: string): Promise<IndexedTranscript | null> {
    const transcript = this.#cache.transcript(key)
    if (!transcript) return null
    const { form, archived, path, tail, position } = transcript
    const isCurrent = form !== 'lines' || archived || tail === null || tailHolds(path, tail, position)
    return isCurrent ? transcript : null
  }

  #prompt(key: string, line: number): Passage | null {
    const text = this.#promptsOf(key).get(line)
    return text === undefined ? null : promptPassage(text)
  }

  #promptsOf(key: string): Map<number, string> {
    const known = this.#prompts.get(key)
    if (known) return known
    const prompts = new Map(this.#cache.turns(key).map(({ startLine, text }) => [startLine, text]))
    this.#prompts.set(key, prompts)
    return prompts
  }
}

/** Gives one line of a transcript to `use`, reading no more than it takes. Throws `Unreadable`. */
async function withLine<T>(
  transcript: IndexedTranscript,
  archive: Archive | null,
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
  const { key, form, archived, path, size } = transcript
  if (archived && archive) {
    for (const chunk of archive.chunks(key, byte)) {
      splitter.push(chunk)
      if (found) break
    }
  } else if (form === 'lines') {
    withFile(path, file => {
      for (let from = byte; from < size && !found; from += stretch) {
        readChunks(file, from, Math.min(size, from + stretch), chunk => splitter.push(chunk))
      }
    })
  } else await readTranscript(transcript, archive, chunk => splitter.push(chunk), byte)
  splitter.abandon()
  return (found as { result: T | null } | null)?.result ?? null
}

const stretch = 64 * 1024
