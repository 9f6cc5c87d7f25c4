import type { Json } from '../kernel/json.ts'
import type { Checkpoint, FileSummary, Resume } from './reader.ts'
import { LineTally, type TallyState } from './tally.ts'
import { type OpenStretches, TurnBuilder } from './turns.ts'
import { type TypeCountState, TypeCounts } from './type-counts.ts'

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
