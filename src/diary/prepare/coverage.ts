import type { SkippedBytes } from '../../transcripts/reader.ts'
import { sumSkipped } from '../../transcripts/turns.ts'
import type { IncompleteReason, Metadata, SessionCoverage } from '../schema.ts'
import type { IndexedTranscript } from './index/transcript-row.ts'

type Covered = Pick<IndexedTranscript, 'size' | 'turns' | 'warnings'>

export interface Coverage extends Omit<SessionCoverage, 'session_ref'> {}

/**
 * Every byte of a transcript as the day sees it, each counted once: read, skipped with a reason, or lost. `selected`
 * and `own` are indexes of turns.
 */
export function coverageOf(transcript: Covered, selected: readonly number[], own: readonly number[]): Coverage {
  const { size: bytes, turns } = transcript
  const [chosen, owned] = [new Set(selected), new Set(own)]
  const day: Turn[] = []
  const elsewhere: SkippedBytes[] = []
  let at = 0
  for (const [index, turn] of turns.entries()) {
    const before = turn.startByte - at
    if (before > 0) elsewhere.push({ [at === 0 ? 'before-first-turn' : 'between-turns']: before })
    if (chosen.has(index)) day.push(turn)
    else elsewhere.push({ [owned.has(index) ? 'other-days' : 'copied']: sizeOf(turn) })
    at = turn.endByte
  }
  const { malformed = 0, oversized = 0, ...skipped } = sumSkipped([...elsewhere, ...day.map(turn => turn.skipped)])
  const lost = malformed + oversized
  const read = bytes - lost - sumOf(skipped)
  return {
    bytes,
    read,
    skipped,
    lost,
    problems: problemsOf(transcript, day, selected.at(-1) === turns.length - 1, lost),
  }
}

/** What became of a transcript that no longer begins with what a day had of it. */
export type Replaced = 'cut-off' | 'rewritten'

/** The copy of a transcript that a day had before. */
export interface EarlierCopy {
  bytes: number
  sha256: string
  /** It was itself not what the day had first. */
  replaced: Replaced | null
}

/** A day is final only when it is over and nothing of its transcripts is known to be missing. */
export function withProblems(metadata: Metadata, problems: Iterable<IncompleteReason>): Metadata {
  const incomplete = [...new Set(problems)].sort()
  return incomplete.length === 0 ? metadata : { ...metadata, status: 'partial', incomplete }
}

type Turn = IndexedTranscript['turns'][number]

/** Why the day cannot be sure that it has all of the session's work. */
function problemsOf({ warnings }: Covered, day: readonly Turn[], hasLast: boolean, lost: number): IncompleteReason[] {
  const total = day.reduce((sum, turn) => sum + sizeOf(turn), 0)
  const isStrange = warnings.includes('format-drift') || unknownIn(day) * notableShare > total
  const isCut = hasLast && warnings.includes('cut-off')
  return [
    ...(isStrange ? ['unknown-format' as const] : []),
    ...(isCut ? ['cut-off' as const] : []),
    ...(lost > 0 && !isCut ? ['unreadable-lines' as const] : []),
  ]
}

/** One byte of so many; clients add types of bookkeeping records in every other version. */
const notableShare = 20

function unknownIn(turns: readonly Turn[]): number {
  const skipped = Object.entries(sumSkipped(turns.map(turn => turn.skipped)))
  return skipped.reduce((sum, [reason, bytes]) => (reason.startsWith('unknown:') ? sum + bytes : sum), 0)
}

function sizeOf({ startByte, endByte }: Turn): number {
  return endByte - startByte
}

function sumOf(skipped: SkippedBytes): number {
  return Object.values(skipped).reduce((sum, bytes) => sum + bytes, 0)
}
