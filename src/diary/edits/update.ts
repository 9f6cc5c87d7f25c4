import { setImmediate as letOthersRun } from 'node:timers/promises'
import { sha256 } from '../../files/sha256.ts'
import { LineSplitter, type TailLine } from '../../transcripts/lines.ts'
import { exclusionOf, insideDiary } from '../../transcripts/ownership.ts'
import { type SourceReader, Unreadable } from '../../transcripts/reader.ts'
import { loadReader, parserVersion } from '../../transcripts/readers.ts'
import type { Archive } from '../archive/archive.ts'
import { lateReach } from '../extract/late-results.ts'
import type { IndexCache } from '../prepare/index/cache.ts'
import { tailHolds } from '../prepare/index/file-state.ts'
import type { IndexedTranscript } from '../prepare/index/transcript-row.ts'
import { LightRecords } from '../prepare/light-records.ts'
import { type OnProgress, PhaseProgress } from '../prepare/progress.ts'
import { readTranscript } from '../prepare/transcript-bytes.ts'
import type { EditIndex, ReadState, ReadTranscript, ReadTurn } from './edit-index.ts'
import { type Span, spansOf, WrittenTurns } from './written-turns.ts'

export interface EditCounters {
  transcripts_read: number
  bytes_read: number
  transcripts_removed: number
}

interface Sources {
  cache: IndexCache
  archive: Archive | null
  /** The folder of the diary, whose own runs are not work. */
  root: string
  /** What an indexing just now collected of transcripts that it read from their beginning. */
  collected?: ReadonlyMap<string, CollectedEdits>
}

/** What the turns of a transcript wrote, as far as it was read. */
export interface CollectedEdits {
  turns: readonly ReadTurn[]
  size: number
  tail: TailLine | null
}

/** Brings the index of edits up to date with that of the transcripts; what has not changed is not opened. */
export async function updateEdits(
  edits: EditIndex,
  { cache, archive, root, collected }: Sources,
  progress: OnProgress,
): Promise<EditCounters> {
  const known = edits.looks()
  const looks = cache.looks()
  const gone = [...known.keys()].filter(key => !looks.has(key))
  edits.forget(gone)
  const changed = [...looks].filter(([key, look]) => known.get(key) !== look)
  const isOwn = insideDiary(root)
  const shown = new PhaseProgress(progress, 'edits', changed.length, 0)
  const counters = { transcripts_read: 0, bytes_read: 0, transcripts_removed: gone.length }
  for (const [key, look] of changed) {
    const transcript = cache.transcript(key)
    if (!transcript) continue
    const excluded = exclusionOf(transcript, isOwn)
    try {
      const reading = {
        transcript: { ...transcript, excluded },
        look,
        state: edits.state(key),
        collected: collected?.get(key),
      }
      counters.bytes_read += await readEdits(edits, reading, archive)
      counters.transcripts_read++
    } catch (error) {
      // It changed or went while we looked; the next update sees it as it is then.
      if (!(error instanceof Unreadable)) throw error
    }
    shown.file(transcript.size)
    await letOthersRun()
  }
  return counters
}

interface TranscriptToRead {
  transcript: IndexedTranscript
  look: string
  /** What is known of it. */
  state: ReadState | undefined
  collected: CollectedEdits | undefined
}

/** Reads what is new of a transcript, or all of it; answers how many bytes that were. */
async function readEdits(
  edits: EditIndex,
  { transcript, look, state, collected }: TranscriptToRead,
  archive: Archive | null,
): Promise<number> {
  const reader = await loadReader(transcript.source)
  if (!reader) throw new Unreadable('no reader knows this source')
  const spans = spansOf(transcript)
  // Another process may have indexed more of it meanwhile.
  if (collected?.size === transcript.size && collected.tail?.sha256 === transcript.tail?.sha256) {
    edits.save(readState(transcript, look, spans), spans.length > 0 ? collected.turns : [])
    return spans.length > 0 ? transcript.size : 0
  }
  const from = state && goesOn(transcript, spans, state) ? firstToRead(spans, state.turns - 1) : 0
  const reading = new EditReading(reader, transcript.root, spans, from)
  const start = spans[from]?.startByte ?? transcript.size
  try {
    if (spans.length > 0) await readTranscript(transcript, archive, chunk => reading.push(chunk), start)
    reading.end()
  } finally {
    reading.abandon()
  }
  edits.save(readState(transcript, look, spans), reading.turns, state && from > 0 ? { turn: from, state } : undefined)
  return spans.length > 0 ? transcript.size - start : 0
}

/** Whether a transcript has only grown since: then all turns but the last are as they were. */
function goesOn(transcript: IndexedTranscript, spans: readonly Span[], state: ReadState): boolean {
  const { form, archived, path, size } = transcript
  if (form !== 'lines' || archived || state.parserVersion !== parserVersion || size <= state.size) return false
  if (state.turns > spans.length || markOf(spans.slice(0, state.turns)) !== state.turnsMark) return false
  return state.tail !== null && tailHolds(path, state.tail, state.position)
}

/** The last turn that was read; before turns that began while the agent worked, calls may still have no result. */
function firstToRead(spans: readonly Span[], last: number): number {
  let from = Math.max(0, last)
  while (from > 0 && last - from < lateReach && spans[from]?.kind === 'steering') from--
  return from
}

/** A hash of the places of all turns but the last. */
function markOf(spans: readonly Span[]): string {
  const places = spans.slice(0, -1).map(({ startLine, endLine }) => [startLine, endLine])
  return sha256(JSON.stringify(places)).slice(0, 16)
}

function readState(transcript: IndexedTranscript, look: string, spans: readonly Span[]): ReadTranscript {
  const { key, source, sessionId, excluded, root, folders, repository, firstAt, lastAt } = transcript
  const { size, tail, position } = transcript
  const about = { key, look, source, sessionId, excluded, root, folders, repository, firstAt, lastAt }
  return { ...about, size, tail, position, turns: spans.length, turnsMark: markOf(spans) }
}

/** Reads the turns of a transcript from one on. */
class EditReading {
  readonly #written: WrittenTurns
  readonly #splitter: LineSplitter

  constructor(reader: SourceReader, root: string | null, spans: readonly Span[], from: number) {
    const records = new LightRecords(reader)
    const written = new WrittenTurns(reader, root, spans, from)
    const first = spans[from]
    const start = first ? { lines: first.startLine - 1, bytes: first.startByte } : undefined
    this.#written = written
    this.#splitter = new LineSplitter(line => written.line(line.number, () => records.on(line).record), start)
  }

  get turns(): readonly ReadTurn[] {
    return this.#written.turns
  }

  push(chunk: Buffer): void {
    this.#splitter.push(chunk)
  }

  end(): void {
    this.#splitter.end()
    this.#written.end()
  }

  abandon(): void {
    this.#splitter.abandon()
  }
}
