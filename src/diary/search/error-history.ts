import type { ErrorHistory } from '../../query/error-history.ts'
import { formatInZone } from '../dates/zone.ts'
import { rel } from '../extract/project-path.ts'
import { type ErrorLine, errorAttribute, errorLines } from './error-lines.ts'
import type { OpenHistory, SessionHits } from './history.ts'
import { withPassages } from './passage-reader.ts'
import type { PassageTable } from './passage-table.ts'
import { historyRef } from './search-index.ts'
import { oneLineSpan, readError, type SeenError, shownError, steps } from './seen-error.ts'
import { TermReader } from './term-reader.ts'

/** Adds to the errors that were found what was tried then, whether they were seen again, and where the same passed afterwards. */
export async function withErrorHistories(
  open: OpenHistory,
  table: PassageTable,
  sessions: readonly SessionHits[],
  zone: string,
): Promise<SessionHits[]> {
  const errors = new ErrorHistories(open, table, zone)
  const explained: SessionHits[] = []
  for (const session of sessions) {
    const hits: SessionHits['hits'] = []
    for (const hit of session.hits) {
      const history = hit.isError ? await errors.of(hit.passage) : null
      hits.push(history ? { ...hit, history } : hit)
    }
    explained.push({ ...session, hits })
  }
  return explained
}

/** Stretches of sessions that one search reads at most. */
const mostStretches = 24
/** Later occurrences that are looked at for one that is not a copy, and earlier ones for one that was followed by a pass. */
const mostLooks = 4

class ErrorHistories {
  readonly #open: OpenHistory
  readonly #table: PassageTable
  readonly #terms: TermReader
  readonly #zone: string
  #stretches = 0

  constructor(open: OpenHistory, table: PassageTable, zone: string) {
    this.#open = open
    this.#table = table
    this.#terms = new TermReader(open.search, table)
    this.#zone = zone
  }

  /** Null where nothing can be said. */
  async of(passage: number): Promise<ErrorHistory | null> {
    const seen = await this.#look(passage)
    if (!seen) return null
    const { after } = seen
    const others = this.#others(passage, after.errors)
    const again = this.#againHere(seen) ?? (await this.#againLater(seen, others))
    const passedHere = this.#passed(seen)
    const passed = passedHere ?? (await this.#passedElsewhere(others))
    if (!again && !passed) return null
    const isTriedTwice = passed !== null && (passedHere === null || after.again !== null)
    return {
      error: shownError((again?.error ?? after.errors[0])?.text ?? ''),
      tried: after.again || passedHere ? steps(seen, after.tried) : [],
      seen_again: again?.place ?? null,
      passed: passed && { ...passed.place, ...(isTriedTwice && { tried: passed.tried }) },
    }
  }

  async #look(passage: number): Promise<SeenError | null> {
    if (this.#stretches >= mostStretches) return null
    this.#stretches++
    return readError(this.#open, this.#table, passage)
  }

  /** Other passages with one of the errors, in the order they happened. */
  #others(passage: number, errors: readonly ErrorLine[]): Other[] {
    const found = new Map<number, ErrorLine>()
    for (const error of errors) {
      for (const other of this.#terms.withAttributes([errorAttribute(error.signature)])) {
        if (other !== passage && !found.has(other)) found.set(other, error)
      }
    }
    const line = (other: number) => this.#table.place(other).line
    const at = (other: number) => this.#table.at[other] ?? 0
    return [...found]
      .map(([other, error]) => ({ passage: other, error }))
      .sort((one, other) => at(one.passage) - at(other.passage) || line(one.passage) - line(other.passage))
  }

  #againHere(seen: SeenError) {
    const { again } = seen.after
    return again && { error: again.error, place: this.#cited(seen, again.line) }
  }

  async #againLater({ passage, after }: SeenError, others: readonly Other[]) {
    const { line, at } = this.#table.place(passage)
    const session = this.#table.transcriptOf[passage]
    const later = others.filter(other => {
      const place = this.#table.place(other.passage)
      return this.#table.transcriptOf[other.passage] === session ? place.line > line : place.at > at
    })
    for (const other of later.slice(0, mostLooks)) {
      const found = await this.#read(other, after.call)
      if (found) return found
    }
    return null
  }

  /** Where the error is again; null where a copy of the session has the same call, or the line is not there any more. */
  async #read({ passage, error }: Other, call: string | null) {
    const transcript = this.#table.transcript(passage)
    if (!transcript) return null
    const place = this.#table.place(passage)
    return withPassages(this.#open.cache, this.#open.archive, transcript.key, async reader => {
      const read = await reader?.read(place)
      const isThere = read && errorLines(read.passage.text).some(({ signature }) => signature === error.signature)
      if (!read || !isThere || (call !== null && read.passage.call === call)) return null
      const { span_sha256 } = read
      const cited = {
        session_ref: historyRef(transcript.key),
        at: this.#time(place.at),
        lines: oneLineSpan(place.line),
      }
      return { error, place: { ...cited, span_sha256 } }
    })
  }

  /** The newest time that the same error was followed by a pass. */
  async #passedElsewhere(others: readonly Other[]) {
    for (const { passage } of others.slice(-mostLooks).reverse()) {
      const seen = await this.#look(passage)
      const passed = seen && this.#passed(seen)
      if (passed) return passed
    }
    return null
  }

  #passed(seen: SeenError) {
    const { passed } = seen.after
    if (!passed) return null
    const call = { lines: oneLineSpan(passed.callLine), span_sha256: seen.hashes.get(passed.callLine) ?? '' }
    const command = shownError(
      passed.path === null ? passed.command : `${passed.command} ${rel(passed.path, seen.root)}`,
    )
    return {
      place: { command, ...this.#cited(seen, passed.line), call },
      tried: steps(seen, passed.tried),
    }
  }

  #cited({ passage, ref, hashes }: SeenError, line: number) {
    const passages = this.#table.passagesOf(this.#table.transcriptOf[passage] ?? -1)
    const on = passages.map(number => this.#table.place(number)).find(place => place.line === line)
    const at = this.#time((on ?? this.#table.place(passage)).at)
    return { session_ref: ref, at, lines: oneLineSpan(line), span_sha256: hashes.get(line) ?? '' }
  }

  #time(seconds: number): string {
    return formatInZone(seconds * 1000, this.#zone)
  }
}

interface Other {
  passage: number
  error: ErrorLine
}
