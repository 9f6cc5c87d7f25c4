import { isTakenOver } from '../materialized/document.ts'
import { mixedReading } from '../materialized/mixed-reading.ts'
import { MaterializedScanner } from '../materialized/scanner.ts'
import type { Beside, SourceReader, TranscriptFile } from '../reader.ts'
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
  ...mixedReading({
    events: geminiEvents,
    usage: (_turn, lines) => geminiUsage(lines),
    calls: geminiCalls,
    compact: record => geminiCompact(record),
  }),
}

/** A document also changes by being taken over into a file of lines. */
function besideOf(file: TranscriptFile): Beside | null {
  const known = projects.beside(file)
  if (!isTakenOver(file.path)) return known
  return { mark: `${known?.mark ?? ''}+lines`, changedNs: known?.changedNs ?? 0n }
}
