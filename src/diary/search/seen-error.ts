import { redactSecrets } from '../../evidence/secrets.ts'
import type { ErrorHistory } from '../../query/error-history.ts'
import { checkRuns } from '../extract/check-runs.ts'
import { rel } from '../extract/project-path.ts'
import { cut, oneLine } from '../extract/text.ts'
import { toolRuns } from '../extract/tool-runs.ts'
import { type AfterError, afterError, type Tried } from './after-error.ts'
import type { PassagePlace } from './collect.ts'
import type { OpenHistory } from './history.ts'
import { withPassages } from './passage-reader.ts'
import type { PassageTable } from './passage-table.ts'
import { historyRef } from './search-index.ts'

/** An error with what its session shows of it. */
export interface SeenError {
  passage: number
  ref: string
  root: string | null
  after: AfterError
  /** Of the lines that were read. */
  hashes: ReadonlyMap<number, string>
}

/** How much of a session is read before and after an error. */
const passagesBefore = 40
const bytesAfter = 1024 * 1024

/** Reads a session around an error; null where the session is not what was indexed any more, or no call failed there. */
export async function readError(
  { cache, archive }: OpenHistory,
  table: PassageTable,
  passage: number,
): Promise<SeenError | null> {
  const transcript = table.transcript(passage)
  if (!transcript) return null
  const place = table.place(passage)
  const start = placeBefore(table, passage)
  return withPassages(cache, archive, transcript.key, async reader => {
    if (!reader) return null
    const { events, hashes } = await reader.readOn(start, place.byte - start.byte + bytesAfter)
    const runs = toolRuns(events)
    const after = afterError(runs, checkRuns(runs), place.line)
    return after && { passage, ref: historyRef(transcript.key), root: transcript.root, after, hashes }
  })
}

/** A place of the same session some passages earlier, so that the call that failed is read too. */
function placeBefore(table: PassageTable, passage: number): PassagePlace {
  const own = table.place(passage)
  const places = table.passagesOf(table.transcriptOf[passage] ?? -1).map(number => table.place(number))
  const earlier = places.filter(({ line }) => line <= own.line).sort((one, other) => one.line - other.line)
  return earlier.at(-passagesBefore) ?? earlier[0] ?? own
}

const mostSteps = 3
const longestText = 160

export function oneLineSpan(line: number): string {
  return `${line}-${line}`
}

/** The first of what was tried, each file and command once. */
export function steps({ root, hashes }: SeenError, tried: readonly Tried[]): ErrorHistory['tried'] {
  const found = new Map<string, ErrorHistory['tried'][number]>()
  for (const { what, text, line } of tried) {
    const named = shownError(what === 'edit' ? rel(text, root) : text)
    if (found.size < mostSteps && !found.has(named)) {
      found.set(named, { what, text: named, lines: oneLineSpan(line), span_sha256: hashes.get(line) ?? '' })
    }
  }
  return [...found.values()]
}

export function shownError(text: string): string {
  return cut(oneLine(redactSecrets(text.slice(0, 2000).toWellFormed())), longestText)
}
