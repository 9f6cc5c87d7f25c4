import type { TurnEvent } from '../../transcripts/event.ts'
import type { Line } from '../../transcripts/lines.ts'
import type { FileSummary, ScannedTurn, SourceReader } from '../../transcripts/reader.ts'
import type { TranscriptRecord, TurnLine } from '../../transcripts/record.ts'
import type { Scan } from '../../transcripts/scan.ts'
import type { Exclusion } from '../../transcripts/source.ts'
import { parseTimestamp } from '../../transcripts/timestamp.ts'
import { hasOpenCalls, lateReach, withLateResults } from '../extract/late-results.ts'
import { LightRecords } from '../prepare/light-records.ts'
import { wholeFile } from '../workspace/subagent-copy.ts'
import type { ReadTurn } from './edit-index.ts'
import { turnEdits } from './turn-edits.ts'

export type Span = Omit<ScannedTurn, 'text'>

interface Spanned {
  excluded: Exclusion | null
  turns: readonly Span[]
  size: number
  lines: number
  firstAt: number | null
  lastAt: number | null
}

/** The turns of a transcript; that of a sub-agent, which does the work of its session, is one. */
export function spansOf({ excluded, turns, size, lines, firstAt, lastAt }: Spanned): readonly Span[] {
  if (excluded === null) return turns
  if (excluded !== 'subagent') return []
  const at = firstAt ?? lastAt ?? 0
  return [{ ...wholeFile, startLine: 1, endLine: lines, startByte: 0, endByte: size, at, lastAt: lastAt ?? at }]
}

/** The same of a transcript that was read just now. */
function spansIn({ tally: { bytes, lines }, ...summary }: FileSummary): readonly Span[] {
  return spansOf({ ...summary, size: bytes, lines })
}

/** A turn's records are held together only while there are few of them. */
const heldAtOnce = 64 * 1024 * 1024

/** Takes the records of a transcript in line order, from a turn on, and keeps what each turn wrote. */
export class WrittenTurns {
  readonly turns: ReadTurn[] = []
  readonly #reader: SourceReader
  readonly #root: string | null
  readonly #spans: readonly Span[]
  #next: number
  #held: TurnLine[] = []
  /** Turns that were read, as long as later ones may hold results of their calls. */
  #waiting: WaitingTurn[] = []

  constructor(reader: SourceReader, root: string | null, spans: readonly Span[], from: number) {
    this.#reader = reader
    this.#root = root
    this.#spans = spans
    this.#next = from
  }

  /** `recordOf` is asked only where the record counts. */
  line(number: number, recordOf: () => TranscriptRecord | null): void {
    const span = this.#spans[this.#next]
    if (!span || number < span.startLine) return
    const isHeld = span.endByte - span.startByte <= heldAtOnce
    this.#held.push({ number, record: isHeld ? recordOf() : null })
    if (number >= span.endLine) this.#finish()
  }

  end(): void {
    if (this.#held.length > 0) this.#finish()
    while (this.#waiting.length > 0) this.#keepFirst()
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

/** Keeps the records of a transcript while it is scanned; where its turns are is known only at its end. */
export class EditCollector {
  readonly #reader: SourceReader
  readonly #records: LightRecords
  /** Null once there are too many. */
  #held: TurnLine[] | null = []

  constructor(reader: SourceReader) {
    this.#reader = reader
    this.#records = new LightRecords(reader)
  }

  line(line: Line): void {
    if (line.end > heldAtOnce) this.#held = null
    this.#held?.push({ number: line.number, record: this.#records.on(line).record })
  }

  /** What each turn wrote; null where there was too much to be held, which is read again. */
  finish({ summary }: Scan): ReadTurn[] | null {
    if (!this.#held) return null
    const written = new WrittenTurns(this.#reader, summary.root, spansIn(summary), 0)
    for (const { number, record } of this.#held) written.line(number, () => record)
    written.end()
    return written.turns
  }
}
