import { glanceAt } from './json-scan/scanned-record.ts'
import { type Line, parseLine } from './lines.ts'
import type { Tally } from './reader.ts'
import type { TranscriptRecord } from './record.ts'
import { ParsedRecord, type RecordView } from './record-view.ts'
import { parseTimestamp } from './timestamp.ts'

/** What a tally needs to go on counting after a pause. */
export interface TallyState {
  counts: Tally
  firstAt: number | null
  lastAt: number | null
  previousAt: number | null
}

/** Counts every line and byte of a file as it is read, and keeps its clock. */
export class LineTally {
  #state: TallyState

  constructor(state?: TallyState) {
    this.#state = state
      ? { ...state, counts: { ...state.counts } }
      : { counts: emptyTally(), firstAt: null, lastAt: null, previousAt: null }
  }

  get state(): TallyState {
    return { ...this.#state, counts: { ...this.#state.counts } }
  }

  /** The record on a line, or null; whichever it is, its bytes are accounted for. */
  read(line: Line): TranscriptRecord | null {
    const bytes = line.size > 0 ? line.bytes : null
    const record = bytes && parseLine(bytes, line.number === 1)
    this.#count(line, record !== null)
    return record
  }

  /** As `read`, but the record is only parsed when it is asked for more than the first `levels` of its members. */
  look(line: Line, levels: 1 | 2): RecordView | null {
    const view = line.holder && line.size > 0 ? glanceAt(line, line.holder, levels) : null
    if (view === 'unsure') {
      const record = this.read(line)
      return record && new ParsedRecord(record)
    }
    this.#count(line, view !== null)
    return view
  }

  #count(line: Line, isRecord: boolean): void {
    const { counts } = this.#state
    const size = line.end - line.start
    counts.lines++
    counts.bytes += size
    if (isRecord) {
      counts.parsedBytes += size
      return
    }
    const { bytes } = line
    if (bytes === null) {
      counts.oversized++
      counts.oversizedBytes += size
      return
    }
    counts.malformed++
    if (isBlank(bytes)) counts.blankBytes += size
    else counts.malformedBytes += size
  }

  /** The instant a record names, or null; counts the records without one and the clock going back. */
  time(stamp: unknown): number | null {
    return this.instant(parseTimestamp(stamp))
  }

  /** The same for an instant that is known already, or known to be none. */
  instant(at: number | null): number | null {
    const state = this.#state
    if (at === null) {
      state.counts.untimestamped++
      return null
    }
    if (state.previousAt !== null && at < state.previousAt) state.counts.nonMonotonic++
    state.previousAt = at
    if (state.firstAt === null || at < state.firstAt) state.firstAt = at
    if (state.lastAt === null || at > state.lastAt) state.lastAt = at
    return at
  }
}

export function emptyTally(): Tally {
  return {
    bytes: 0,
    lines: 0,
    parsedBytes: 0,
    blankBytes: 0,
    malformedBytes: 0,
    oversizedBytes: 0,
    malformed: 0,
    oversized: 0,
    untimestamped: 0,
    nonMonotonic: 0,
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every(byte => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}
