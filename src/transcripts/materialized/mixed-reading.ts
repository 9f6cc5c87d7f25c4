import type { SourceReader } from '../reader.ts'
import type { TranscriptRecord, TurnLine } from '../record.ts'
import { materializedReading } from './reading.ts'

type EventReading = Pick<SourceReader, 'events' | 'usage' | 'calls' | 'compact'>

/** For agents of which some transcripts are lines of theirs and some lines of ours: everything is asked of either. */
export function mixedReading(theirs: EventReading): EventReading {
  const readingOf = (record: TranscriptRecord | null | undefined) => (areOurs(record) ? materializedReading : theirs)
  return {
    events(turn, lines) {
      const { first, all } = peekFirst(lines)
      return readingOf(first?.record).events(turn, all)
    },
    usage(turn, lines) {
      const { first, all } = peekFirst(lines)
      return readingOf(first?.record).usage(turn, all)
    },
    calls: record => readingOf(record).calls(record),
    compact: (record, pair) => readingOf(record).compact(record, pair),
  }
}

/** Clients' own lines have a `type` or `role`, ours a `kind`; their metadata may have a kind too, and then an id of its own. */
function areOurs(record: TranscriptRecord | null | undefined): boolean {
  return typeof record?.kind === 'string' && record.type === undefined && record.sessionId === undefined
}

/** The first of some lines, and all of them; no more than one need be in memory. */
function peekFirst(lines: Iterable<TurnLine>): { first: TurnLine | undefined; all: Iterable<TurnLine> } {
  const rest = lines[Symbol.iterator]()
  const next = rest.next()
  if (next.done) return { first: undefined, all: [] }
  const all = function* () {
    yield next.value
    for (let each = rest.next(); !each.done; each = rest.next()) yield each.value
  }
  return { first: next.value, all: all() }
}
