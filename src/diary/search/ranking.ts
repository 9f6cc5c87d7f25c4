import type { Matched } from '../../query/answers.ts'
import type { SearchQuery } from '../../query/query.ts'
import { loosened } from '../../query/variants.ts'
import { recencyFactor, worthwhile } from '../../query/weights.ts'
import { type BestFirst, bestFirst } from './best-first.ts'
import { passageRoles } from './collect.ts'
import { type PassageTest, type Surveyed, testsOf } from './passage-filter.ts'
import type { PassageTable } from './passage-table.ts'
import type { SearchIndex } from './search-index.ts'
import { TermReader } from './term-reader.ts'

/** Passages that may answer a query, by their terms alone, as sessions in the order of their worth. */
export interface Ranking {
  sessions: RankedSession[]
  /** Whether they have everything that was asked for, or only something of it because none has everything. */
  matched: Matched
  /** What was looked for in the end. */
  query: SearchQuery
}

interface RankedSession {
  /** Index of its transcript in the table. */
  transcript: number
  score: number
  /** Sorted as they are asked for, since few sessions are read and few passages of these. */
  passages(): BestFirst
}

export function rank(index: SearchIndex, table: PassageTable, query: SearchQuery, surveyed: Surveyed): Ranking {
  const terms = new TermReader(index, table)
  const tests = testsOf(terms, table, query.filters, surveyed)
  for (const wanted of query.none) {
    // Whether words follow each other is only known when the passage is read.
    if (wanted.words.length > 1 || wanted.parts.length > 1) continue
    const unwanted = new Uint8Array(table.size)
    for (const passage of terms.having(wanted).passages) unwanted[passage] = 1
    tests.push(passage => unwanted[passage] === 0)
  }
  const ranked = (matched: Matched, asked: SearchQuery): RankedSession[] => {
    const candidates = candidatesFor(terms, table, asked, matched)
    const passages = tests.reduce(passing, candidates.passages)
    return bySession(table, { ...candidates, passages }, surveyed.now, matched === 'all' ? 0 : worthwhile)
  }
  const all = ranked('all', query)
  if (all.length > 0 || query.all.length === 0) return { sessions: all, matched: 'all', query }
  const loose = loosened(query)
  return { sessions: ranked('any', loose), matched: 'any', query: loose }
}

function passing(passages: Int32Array, test: PassageTest): Int32Array {
  const kept = new Int32Array(passages.length)
  let count = 0
  for (let i = 0; i < passages.length; i++) {
    const passage = passages[i] ?? 0
    if (test(passage)) kept[count++] = passage
  }
  return kept.subarray(0, count)
}

/** The passages that have what is asked for, or something of it. */
interface Candidates {
  /** In ascending order. */
  passages: Int32Array
  /** What every passage is worth, also of those that have only something of it. */
  scores: Float32Array
  /** Of every transcript, what it is worth by the best passage for each thing that is asked for. */
  coverage: Float32Array
}

function candidatesFor(
  terms: TermReader,
  table: PassageTable,
  { all }: Pick<SearchQuery, 'all'>,
  matched: Matched,
): Candidates {
  const { size, transcriptOf, transcripts } = table
  const scores = new Float32Array(size)
  const coverage = new Float32Array(transcripts.length)
  const wanted = new Uint8Array(size)
  let last: Int32Array = nowhere
  all.forEach((alternatives, clause) => {
    const found = terms.withOne(alternatives)
    const best = new Float32Array(transcripts.length)
    for (let i = 0; i < found.passages.length; i++) {
      const passage = found.passages[i] ?? 0
      const score = found.scores[i] ?? 0
      scores[passage] = (scores[passage] ?? 0) + score
      if (wanted[passage] === clause) wanted[passage] = clause + 1
      const transcript = transcriptOf[passage] ?? 0
      if (score > (best[transcript] ?? 0)) best[transcript] = score
    }
    for (let i = 0; i < best.length; i++) coverage[i] = (coverage[i] ?? 0) + (best[i] ?? 0)
    last = found.passages
  })
  if (matched === 'any') return { passages: withSome(scores), scores, coverage }
  const passages = all.length === 0 ? everyPassage(table) : passing(last, passage => wanted[passage] === all.length)
  return { passages, scores, coverage }
}

const nowhere = new Int32Array(0)

/** Where nothing is asked for, all there are. */
function everyPassage({ transcriptOf }: PassageTable): Int32Array {
  return passing(Int32Array.from(transcriptOf.keys()), passage => (transcriptOf[passage] ?? -1) >= 0)
}

function withSome(scores: Float32Array): Int32Array {
  const passages = new Int32Array(scores.length)
  let count = 0
  for (let passage = 0; passage < scores.length; passage++) if (scores[passage] !== 0) passages[count++] = passage
  return passages.subarray(0, count)
}

/** What is said counts for more than what tools answer. */
const roleWeights = Float64Array.from(passageRoles, role => (role === 'tool' ? 0.8 : 1))

/** A session is worth its best passage, a little more for each further one, and for each thing that is said anywhere in it. */
const furtherWeights = [1, 0.3, 0.2, 0.1, 0.1]
const coverageWeight = 1
/** An answer often has other words than the question just before it. */
const nearWeight = 0.2

function bySession(
  table: PassageTable,
  { passages, scores, coverage }: Candidates,
  now: number,
  least: number,
): RankedSession[] {
  const { transcriptOf, at } = table
  /** What a passage is worth, whenever it was said. */
  const ageless = (passage: number): number => {
    const transcript = transcriptOf[passage]
    const before = transcriptOf[passage - 1] === transcript ? (scores[passage - 1] ?? 0) : 0
    const after = transcriptOf[passage + 1] === transcript ? (scores[passage + 1] ?? 0) : 0
    return ((scores[passage] ?? 0) + nearWeight * (before + after)) * (roleWeights[table.roleNumber(passage)] ?? 1)
  }
  /** Of two that are worth the same, the newer one comes first. What is said in a turn is equally old. */
  let known = { at: -1, factor: 0 }
  const recency = (passage: number): number => {
    const said = at[passage] ?? 0
    if (said !== known.at) known = { at: said, factor: recencyFactor((now / 1000 - said) / 86_400) }
    return known.factor
  }
  const { starts, order } = grouped(passages, transcriptOf, table.transcripts.length)
  const sessions: (RankedSession & { newest: number })[] = []
  for (let transcript = 0; transcript < table.transcripts.length; transcript++) {
    const own = order.subarray(starts[transcript], starts[transcript + 1])
    if (own.length === 0) continue
    const best = new BestScores()
    for (let i = 0; i < own.length; i++) {
      const passage = own[i] ?? 0
      const worth = ageless(passage)
      // How old it is matters only for one that could be among the best.
      if (worth * mostRecent >= best.lowest) best.add(worth * recency(passage), at[passage] ?? 0)
    }
    const { highest, newest } = best
    const score = best.sum() + coverageWeight * (coverage[transcript] ?? 0)
    const sorted = () => bestFirst(own, passage => ageless(passage) * recency(passage), least * highest, at)
    sessions.push({ transcript, score, passages: sorted, newest })
  }
  return sessions.sort(
    (one, other) => other.score - one.score || other.newest - one.newest || one.transcript - other.transcript,
  )
}

const mostRecent = recencyFactor(0)

/** The passages by transcript: those of the n-th are `order[starts[n]]` to before `order[starts[n + 1]]`. */
function grouped(passages: Int32Array, transcriptOf: Int32Array, transcripts: number) {
  const starts = new Int32Array(transcripts + 2)
  for (let i = 0; i < passages.length; i++) {
    const at = (transcriptOf[passages[i] ?? 0] ?? 0) + 2
    starts[at] = (starts[at] ?? 0) + 1
  }
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0)
  const order = new Int32Array(passages.length)
  for (let i = 0; i < passages.length; i++) {
    const passage = passages[i] ?? 0
    const at = (transcriptOf[passage] ?? 0) + 1
    const next = starts[at] ?? 0
    order[next] = passage
    starts[at] = next + 1
  }
  return { starts, order }
}

/** The few highest scores of a session, and the time of the highest. */
class BestScores {
  readonly #scores = new Float64Array(furtherWeights.length)
  newest = 0

  get highest(): number {
    return this.#scores[0] ?? 0
  }

  get lowest(): number {
    return this.#scores[furtherWeights.length - 1] ?? 0
  }

  add(score: number, at: number): void {
    const scores = this.#scores
    if (score > this.highest || (score === this.highest && at > this.newest)) this.newest = at
    let place = scores.length
    while (place > 0 && score > (scores[place - 1] ?? 0)) {
      if (place < scores.length) scores[place] = scores[place - 1] ?? 0
      place--
    }
    if (place < scores.length) scores[place] = score
  }

  sum(): number {
    return furtherWeights.reduce((sum, weight, place) => sum + weight * (this.#scores[place] ?? 0), 0)
  }
}
