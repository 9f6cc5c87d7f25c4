import type { Json } from '../kernel/json.ts'
import { glanceAt } from './json-scan/scanned-record.ts'
import { decodeLine, joinedIn, type Line } from './lines.ts'
import type { Checkpoint, FileSummary, Resume, SkippedBytes, Tally } from './reader.ts'
import type { TranscriptRecord } from './record.ts'
import { ParsedRecord, type RecordView } from './record-view.ts'
import { parseTimestamp } from './timestamp.ts'
import { type OpenStretches, TurnBuilder } from './turns.ts'

interface State<Own> {
  tally: TallyState
  types: TypeCountState
  open: OpenStretches
  own: Own
}

/** What a scanner says of its file beyond what is counted for every file. */
type OwnSummary = Pick<FileSummary, 'sessionId' | 'root' | 'excluded' | 'turns' | 'warnings'> & Partial<FileSummary>

/** What the scanners of all agents keep while they read: the counts, the clock and the turns of a file. */
export class FileScan<Own> {
  readonly tally: LineTally
  readonly types: TypeCounts
  readonly turns: TurnBuilder
  /** What the scanner itself kept at its checkpoint. */
  readonly resumed: Own | undefined

  /** Of the types that are known, `readTypes` are those that something is taken from. */
  constructor(knownTypes: ReadonlySet<string>, from?: Resume, readTypes = knownTypes) {
    // A checkpoint is our own and of the same parser version, so its shape is known.
    const state = from?.checkpoint.state as unknown as State<Own> | undefined
    this.tally = new LineTally(state?.tally)
    this.types = new TypeCounts(knownTypes, readTypes, state?.types)
    this.turns = new TurnBuilder(from?.turns.slice(0, from.checkpoint.settledTurns), state?.open)
    this.resumed = state?.own
  }

  /** Accounts for the line that was last looked at, by the type of its record if it holds one, and adds it to its turn. */
  cover(line: Line, at: number | null, type?: string, scaffolding = false): void {
    const skipped = this.tally.fault ?? this.types.add(type)
    this.tally.account(line, skipped)
    this.turns.cover(line, at, skipped, { scaffolding, notes: this.tally.notes })
  }

  checkpoint(own: Own, settledMarks = 0): Checkpoint {
    const state: State<Own> = { tally: this.tally.state, types: this.types.state, open: this.turns.state, own }
    // Plain data throughout; TypeScript cannot see that an interface is JSON.
    return { settledTurns: this.turns.settled, settledMarks, state: state as unknown as Json }
  }

  summary(own: OwnSummary): FileSummary {
    const { counts, firstAt, lastAt } = this.tally.state
    return {
      rootHash: null,
      folders: [],
      repository: null,
      forkedFrom: null,
      marks: null,
      ...own,
      warnings: this.tally.isTorn ? [...own.warnings, 'cut-off'] : own.warnings,
      firstAt,
      lastAt,
      tally: counts,
      unknownTypes: this.types.state.unknown,
    }
  }
}

/** A stranger's words become keys only if they look like a type, and only a limited number of them. */
const plainType = /^[\w$.:/-]{1,64}$/
const maxTypes = 40
const others = 'other'

interface TypeCountState {
  records: number
  unknown: { [type: string]: number }
}

/** Counts records by whether their type is one this reader knows: the measure of a format that moved on. */
class TypeCounts {
  readonly #known: ReadonlySet<string>
  readonly #read: ReadonlySet<string>
  #records: number
  #unknown: Map<string, number>

  constructor(known: ReadonlySet<string>, read: ReadonlySet<string>, state?: TypeCountState) {
    this.#known = known
    this.#read = read
    this.#records = state?.records ?? 0
    this.#unknown = new Map(Object.entries(state?.unknown ?? {}))
  }

  get state(): TypeCountState {
    return { records: this.#records, unknown: Object.fromEntries(this.#unknown) }
  }

  /** Counts a record, and answers why it is skipped; null when it is read. */
  add(type: string | undefined): string | null {
    this.#records++
    if (type !== undefined && this.#known.has(type)) return this.#read.has(type) ? null : type
    const name = type === undefined ? 'untyped' : plainType.test(type) ? type : others
    const key = this.#unknown.has(name) || this.#unknown.size < maxTypes ? name : others
    this.#unknown.set(key, (this.#unknown.get(key) ?? 0) + 1)
    return `unknown:${key}`
  }

  /** Most of what the file holds is of unknown types. */
  get mostlyUnknown(): boolean {
    let unknown = 0
    for (const count of this.#unknown.values()) unknown += count
    return unknown * 2 > this.#records
  }
}

/** What a tally needs to go on counting after a pause. */
interface TallyState {
  counts: Tally
  firstAt: number | null
  lastAt: number | null
  previousAt: number | null
}

/** Counts every line and byte of a file as it is read, and keeps its clock. */
class LineTally {
  #state: TallyState
  #fault: LineFault | null = null
  #notes: SkippedBytes = {}
  #isTorn = false

  constructor(state?: TallyState) {
    this.#state = state
      ? { ...state, counts: copyOf(state.counts) }
      : { counts: emptyTally(), firstAt: null, lastAt: null, previousAt: null }
  }

  get state(): TallyState {
    return { ...this.#state, counts: copyOf(this.#state.counts) }
  }

  /** Why the line that was last looked at holds no record; null when it does. */
  get fault(): LineFault | null {
    return this.#fault
  }

  /** Bytes of that line that are notes of the client beside its record, by their type. */
  get notes(): SkippedBytes {
    return this.#notes
  }

  /** Whether that line is the beginning of a record whose end was never written. */
  get isTorn(): boolean {
    return this.#isTorn
  }

  /** The record on a line, or null; whichever it is, its bytes are accounted for. */
  read(line: Line): TranscriptRecord | null {
    const record = line.record()
    if (!record && line.size > 0 && line.bytes) return this.#lookAtJoined(line, line.bytes)?.record() ?? null
    this.#look(line, record !== null)
    this.#notes = noNotes
    return record
  }

  /** As `read`, but the record is only parsed when it is asked for more than the first `levels` of its members. */
  look(line: Line, levels: 1 | 2): RecordView | null {
    const view = line.holder && line.size > 0 ? glanceAt(line, line.holder, levels) : null
    if (view === 'unsure') {
      const record = this.read(line)
      return record && new ParsedRecord(record)
    }
    if (view === null && line.bytes) return this.#lookAtJoined(line, line.bytes)
    this.#look(line, view !== null)
    this.#notes = noNotes
    return view
  }

  /** Counts a line once: as read, or under the reason it is skipped for. */
  account(line: Line, skipped: string | null): void {
    const { counts } = this.#state
    counts.lines++
    counts.bytes += line.end - line.start
    let size = line.end - line.start
    for (const [type, bytes] of Object.entries(this.#notes)) {
      counts.skippedBytes[type] = (counts.skippedBytes[type] ?? 0) + bytes
      size -= bytes
    }
    if (skipped === null) {
      counts.readLines++
      counts.readBytes += size
      return
    }
    counts.skippedLines[skipped] = (counts.skippedLines[skipped] ?? 0) + 1
    counts.skippedBytes[skipped] = (counts.skippedBytes[skipped] ?? 0) + size
  }

  /** A line that holds no object may hold several. */
  #lookAtJoined(line: Line, bytes: Buffer): RecordView | null {
    const found = joinedIn(decodeLine(bytes, line.number === 1))
    // Bytes that are no text count for more than themselves once they are decoded.
    const isMeasured = found && Object.values(found.notes).reduce((sum, each) => sum + each, 0) < line.size
    const joined = isMeasured ? found : null
    this.#look(line, joined !== null)
    this.#notes = joined?.notes ?? noNotes
    return joined && new ParsedRecord(joined.record)
  }

  #look(line: Line, isRecord: boolean): void {
    const { counts } = this.#state
    this.#fault = isRecord ? null : faultOf(line)
    this.#isTorn = this.#fault === 'malformed' && line.end - line.start === line.size
    if (this.#fault === 'oversized') counts.oversized++
    else if (this.#fault !== null) counts.malformed++
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
    readBytes: 0,
    readLines: 0,
    skippedBytes: {},
    skippedLines: {},
    malformed: 0,
    oversized: 0,
    untimestamped: 0,
    nonMonotonic: 0,
  }
}

function copyOf(counts: Tally): Tally {
  return { ...counts, skippedBytes: { ...counts.skippedBytes }, skippedLines: { ...counts.skippedLines } }
}

const noNotes: SkippedBytes = {}

type LineFault = 'blank' | 'malformed' | 'oversized'

function faultOf({ bytes }: Line): LineFault {
  if (bytes === null) return 'oversized'
  return isBlank(bytes) ? 'blank' : 'malformed'
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every(byte => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}
