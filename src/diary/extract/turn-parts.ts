import type { FileChange } from '../../transcripts/event.ts'
import type { DeedKind, OutcomeCategory } from '../schema.ts'

/** A message of the agent to the user. */
export interface Reply {
  at: number
  line: number
  text: string
}

/** A change of one file that is known to have been made. */
export interface Edit {
  /** The call's place among the events. */
  at: number
  /** The same for the same file. */
  key: string
  path: string
  category: OutcomeCategory
  op: FileChange['op']
  /** The lines that came and went, where the transcript holds them. */
  changed: FileChange['lines']
  lines: number[]
}

/** What came of a turn, with the lines that show it. */
export interface Outcome {
  category: OutcomeCategory
  summary: string
  lines: number[]
}

/** A deed before it is put into words that may be written. */
export interface FoundDeed {
  kind: DeedKind
  text: string
  /** The same without what the turn named. */
  plain: string
  number?: number | null
  title?: string | null
}
