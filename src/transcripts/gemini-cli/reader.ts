import { isTakenOver } from '../materialized/document.ts'
import { materializedReading } from '../materialized/reading.ts'
import { MaterializedScanner } from '../materialized/scanner.ts'
import type { Beside, SourceReader, TranscriptFile } from '../reader.ts'
import type { TranscriptRecord, TurnLine } from '../record.ts'
import { geminiDocument } from './document.ts'
import { geminiCalls, geminiCompact, geminiEvents } from './events.ts'
import { geminiUsage } from './message.ts'
import { geminiForm, geminiMayHold, geminiPlaces, ProjectList, rootHashIn } from './paths.ts'
import { GeminiScanner } from './scanner.ts'

const projects = new ProjectList()

/** Old clients wrote documents, which become lines of ours; everything is then asked of those. */
export const reader: SourceReader = {
  source: 'gemini-cli',
  places: geminiPlaces,
  formOf: geminiForm,
  mayHold: geminiMayHold,
  knownRoot: file => projects.rootOf(file),
  beside: besideOf,
  materials: file => geminiDocument(file, projects.rootOf(file)),
  scanner: (file, from) =>
    file.materialized ? new MaterializedScanner(file, from, rootHashIn(file.relative)) : new GeminiScanner(file, from),
  events(turn, lines) {
    const { first, all } = peekFirst(lines)
    return areOurs(first?.record) ? materializedReading.events(turn, all) : geminiEvents(turn, all)
  },
  usage(turn, lines) {
    const { first, all } = peekFirst(lines)
    return areOurs(first?.record) ? materializedReading.usage(turn, all) : geminiUsage(all)
  },
  calls: record => (areOurs(record) ? materializedReading.calls(record) : geminiCalls(record)),
  compact: (record, pair) => (areOurs(record) ? materializedReading.compact(record, pair) : geminiCompact(record)),
}

/** A document also changes by being taken over into a file of lines. */
function besideOf(file: TranscriptFile): Beside | null {
  const known = projects.beside(file)
  if (!isTakenOver(file.path)) return known
  return { mark: `${known?.mark ?? ''}+lines`, changedNs: known?.changedNs ?? 0n }
}

/** The client's own lines have a `type`, ours a `kind`; its metadata may have a kind too, and then an id of its own. */
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
