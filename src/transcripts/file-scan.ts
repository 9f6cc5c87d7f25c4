import type { Json } from '../kernel/json.ts'
import type { Checkpoint, FileSummary, Resume } from './reader.ts'
import { LineTally, type TallyState } from './tally.ts'
import { type OpenStretches, TurnBuilder } from './turns.ts'

interface State<Own> {
  tally: TallyState
  types: TypeCountState
  open: OpenStretches
  own: Own
}

/** What a scanner says of its file beyond what is counted for every file. */
export type OwnSummary = Pick<FileSummary, 'sessionId' | 'root' | 'excluded' | 'turns' | 'warnings'> &
  Partial<FileSummary>

/** What the scanners of all agents keep while they read: the counts, the clock and the turns of a file. */
export class FileScan<Own> {
  readonly tally: LineTally
  readonly types: TypeCounts
  readonly turns: TurnBuilder
  /** What the scanner itself kept at its checkpoint. */
  readonly resumed: Own | undefined

  constructor(knownTypes: ReadonlySet<string>, from?: Resume) {
    // A checkpoint is our own and of the same parser version, so its shape is known.
    const state = from?.checkpoint.state as unknown as State<Own> | undefined
    this.tally = new LineTally(state?.tally)
    this.types = new TypeCounts(knownTypes, state?.types)
    this.turns = new TurnBuilder(from?.turns.slice(0, from.checkpoint.settledTurns), state?.open)
    this.resumed = state?.own
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
      forkedFrom: null,
      marks: null,
      ...own,
      firstAt,
      lastAt,
      tally: counts,
      unknownTypes: this.types.state.unknown,
    }
  }
}

/** A stranger's words become keys only if they look like a type, and only so many of them. */
const plainType = /^[\w$.:/-]{1,64}$/
const mostTypes = 40
const others = 'other'

interface TypeCountState {
  records: number
  unknown: { [type: string]: number }
}

/** Counts records by whether their type is one this reader knows: the measure of a format that moved on. */
class TypeCounts {
  readonly #known: ReadonlySet<string>
  #records: number
  #unknown: Map<string, number>

  constructor(known: ReadonlySet<string>, state?: TypeCountState) {
    this.#known = known
    this.#records = state?.records ?? 0
    this.#unknown = new Map(Object.entries(state?.unknown ?? {}))
  }

  get state(): TypeCountState {
    return { records: this.#records, unknown: Object.fromEntries(this.#unknown) }
  }

  add(type: string | undefined): void {
    this.#records++
    if (type !== undefined && this.#known.has(type)) return
    const name = type === undefined ? 'untyped' : plainType.test(type) ? type : others
    const key = this.#unknown.has(name) || this.#unknown.size < mostTypes ? name : others
    this.#unknown.set(key, (this.#unknown.get(key) ?? 0) + 1)
  }

  /** Most of what the file holds is of unknown types. */
  get mostlyUnknown(): boolean {
    let unknown = 0
    for (const count of this.#unknown.values()) unknown += count
    return unknown * 2 > this.#records
  }
}
