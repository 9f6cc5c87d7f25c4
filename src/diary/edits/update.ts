import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { TurnEvent } from '../../transcripts/event.ts'
import { LineSplitter, parseLine } from '../../transcripts/lines.ts'
import { exclusionOf, insideDiary } from '../../transcripts/ownership.ts'
import { type SourceReader, Unreadable } from '../../transcripts/reader.ts'
import { loadReader, parserVersion } from '../../transcripts/readers.ts'
import type { TurnLine } from '../../transcripts/record.ts'
import { parseTimestamp } from '../../transcripts/timestamp.ts'
import type { Archive } from '../archive/archive.ts'
import { hasOpenCalls, lateReach, withLateResults } from '../extract/late-results.ts'
import type { IndexCache } from '../prepare/index/cache.ts'
import { tailHolds } from '../prepare/index/file-state.ts'
import type { IndexedTranscript } from '../prepare/index/transcript-row.ts'
import { type OnProgress, PhaseProgress } from '../prepare/progress.ts'
import { readTranscript } from '../prepare/transcript-bytes.ts'
import { wholeFile } from '../workspace/subagent-copy.ts'
import type { EditIndex, ReadState, ReadTranscript, ReadTurn } from './edit-index.ts'
import { turnEdits } from './turn-edits.ts'

export interface EditCounters {
  transcripts_read: number
  bytes_read: number
  transcripts_removed: number
}

interface Sources {
  cache: IndexCache
  archive: Archive | null
  /** Of the diary, whose own runs are not work. */
  root: string
}

/** Brings the index of edits up to date with that of the transcripts; what has not changed is not opened. */
export async function updateEdits(
  edits: EditIndex,
  { cache, archive, root }: Sources,
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
      const reading = { transcript: { ...transcript, excluded }, look, state: edits.state(key) }
      counters.bytes_read += await readEdits(edits, reading, archive)
      counters.transcripts_read++
    } catch (error) {
      // It changed or went while we looked; the next update sees it as it is then.
      if (!(error instanceof Unreadable)) throw error
    }
    shown.file(transcript.size)
    await breathe()
  }
  return counters
}

interface Reading {
  transcript: IndexedTranscript
  look: string
  /** What is known of it. */
  state: ReadState | undefined
}

/** Reads what is new of a transcript, or all of it; answers how many bytes that were. */
async function readEdits(
  edits: EditIndex,
  { transcript, look, state }: Reading,
  archive: Archive | null,
): Promise<number> {
  const reader = await loadReader(transcript.source)
  if (!reader) throw new Unreadable('no reader knows this source')
  const spans = spansOf(transcript)
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

type Span = IndexedTranscript['turns'][number]

/** The turns of a transcript; that of a sub-agent, which does the work of its session, is one. */
function spansOf({ excluded, turns, size, lines, firstAt, lastAt }: IndexedTranscript): Span[] {
  if (excluded === null) return turns
  if (excluded !== 'subagent') return []
  const at = firstAt ?? lastAt ?? 0
  return [{ ...wholeFile, startLine: 1, endLine: lines, startByte: 0, endByte: size, at, lastAt: lastAt ?? at }]
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

/** Of the places of all turns but the last. */
function markOf(spans: readonly Span[]): string {
  const places = spans.slice(0, -1).map(({ startLine, endLine }) => [startLine, endLine])
  return createHash('sha256').update(JSON.stringify(places)).digest('hex').slice(0, 16)
}

function readState(transcript: IndexedTranscript, look: string, spans: readonly Span[]): ReadTranscript {
  const { key, source, sessionId, excluded, root, folders, repository, firstAt, lastAt } = transcript
  const { size, tail, position } = transcript
  const about = { key, look, source, sessionId, excluded, root, folders, repository, firstAt, lastAt }
  return { ...about, size, tail, position, turns: spans.length, turnsMark: markOf(spans) }
}

/** A turn's records are held together only while there are few of them. */
const heldAtOnce = 64 * 1024 * 1024

/** Reads the turns of a transcript from one on, line by line, and keeps what each of them wrote. */
class EditReading {
  readonly turns: ReadTurn[] = []
  readonly #reader: SourceReader
  readonly #root: string | null
  readonly #spans: readonly Span[]
  readonly #splitter: LineSplitter
  #next: number
  #held: TurnLine[] = []
  /** Turns that were read, as long as later ones may hold results of their calls. */
  #waiting: WaitingTurn[] = []

  constructor(reader: SourceReader, root: string | null, spans: readonly Span[], from: number) {
    this.#reader = reader
    this.#root = root
    this.#spans = spans
    this.#next = from
    const first = spans[from]
    const start = first ? { lines: first.startLine - 1, bytes: first.startByte } : undefined
    this.#splitter = new LineSplitter(({ number, bytes }) => this.#line(number, bytes), start)
  }

  push(chunk: Buffer): void {
    this.#splitter.push(chunk)
  }

  end(): void {
    this.#splitter.end()
    if (this.#held.length > 0) this.#finish()
    while (this.#waiting.length > 0) this.#keepFirst()
  }

  abandon(): void {
    this.#splitter.abandon()
  }

  #line(number: number, bytes: Buffer | null): void {
    const span = this.#spans[this.#next]
    if (!span || number < span.startLine) return
    const isHeld = span.endByte - span.startByte <= heldAtOnce
    this.#held.push({ number, record: isHeld && bytes ? parseLine(bytes, number === 1) : null })
    if (number >= span.endLine) this.#finish()
  }

  #finish(): void {
    const number = this.#next++
    const span = this.#spans[number]
    const lines = this.#held
    this.#held = []
    if (!span || lines.length === 0) return
    const events = this.#reader.events({ ...span, text: '' }, lines)
    this.#waiting.push({ number, span, events, isOpen: hasOpenCalls(events), timeOf: timesIn(lines, span.at) })
    while (this.#waiting[0] && (!this.#waiting[0].isOpen || this.#waiting.length > lateReach)) this.#keepFirst()
  }

  #keepFirst(): void {
    const first = this.#waiting.shift()
    if (!first) return
    const { number, span, timeOf } = first
    const { startLine, endLine, at, lastAt, branch } = span
    const following = this.#waiting.map(({ events }) => events)
    const { edits, commits } = turnEdits(withLateResults(first.events, following).events, this.#root)
    this.turns.push({
      ...{ number, startLine, endLine, at, lastAt, branch },
      edits: edits.map(edit => ({ ...edit, at: timeOf(edit.line) })),
      commits: commits.map(made => ({ ...made, at: timeOf(made.line), endAt: timeOf(made.endLine) })),
    })
  }
}

interface WaitingTurn {
  number: number
  span: Span
  events: TurnEvent[]
  isOpen: boolean
  timeOf: (line: number) => number
}

/** When each line was written: its own time, else that of the line before it. */
function timesIn(lines: readonly TurnLine[], begin: number): (line: number) => number {
  const times = new Map<number, number>()
  let last = begin
  for (const { number, record } of lines) {
    last = (record && parseTimestamp(record.timestamp)) ?? last
    times.set(number, last)
  }
  return line => times.get(line) ?? begin
}
