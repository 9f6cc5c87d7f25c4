import type { Matched } from '../../query/answers.ts'
import type { SearchQuery } from '../../query/query.ts'
import { loosen } from '../../query/variants.ts'
import { recencyFactor, worthwhile } from '../../query/weights.ts'
import { type BestFirst, bestFirst } from './best-first.ts'
import { passageRoles } from './collect.ts'
import type { Weighed } from './kept-lists.ts'
import { type PassageTest, type Surveyed, testsOf } from './passage-filter.ts'
import type { PassageTable, RankingRoom } from './passage-table.ts'
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

/** What is ranked is good for as long as nobody else uses the memory that was given for it. */
export function rank(
  index: SearchIndex,
  table: PassageTable,
  query: SearchQuery,
  surveyed: Surveyed,
  room: RankingRoom,
): Ranking {
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
    const candidates = candidatesFor(terms, table, asked, matched, room)
    const passages = tests.reduce((left, test) => passing(left, test, room.passages), candidates.passages)
    return bySession(table, { ...candidates, passages }, surveyed.now, matched === 'all' ? 0 : worthwhile)
  }
  const all = ranked('all', query)
  if (all.length > 0 || query.all.length === 0) return { sessions: all, matched: 'all', query }
  const loose = loosen(query)
  return { sessions: ranked('any', loose), matched: 'any', query: loose }
}

/** Puts those that pass to the beginning of some memory, which may be where they are now. */
function passing(passages: Int32Array, test: PassageTest, kept: Int32Array): Int32Array {
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
  room: RankingRoom,
): Candidates {
  const { size, transcriptOf, transcripts } = table
  const scores = room.scores.fill(0)
  const coverage = new Float32Array(transcripts.length)
  // What has the last thing has everything where there is no other.
  const wanted = all.length > 1 && matched === 'all' ? new Uint8Array(size) : null
  let last: Int32Array = nowhere
  all.forEach((alternatives, clause) => {
    const found = terms.withOne(alternatives)
    addScores(found, scores, transcriptOf, coverage)
    if (wanted) countClause(found.passages, wanted, clause)
    last = found.passages
  })
  if (matched === 'any') return { passages: withSome(scores, room.passages), scores, coverage }
  if (all.length === 0) return { passages: everyPassage(table, room.passages), scores, coverage }
  const passages = wanted ? passing(last, passage => wanted[passage] === all.length, room.passages) : last
  return { passages, scores, coverage }
}

/** Adds what passages are worth for one thing that is asked for, and to each transcript what the best of its passages is. */
function addScores(found: Weighed, scores: Float32Array, transcriptOf: Int32Array, coverage: Float32Array): void {
  const { passages, scores: added } = found
  const best = new Float32Array(coverage.length)
  for (let i = 0; i < passages.length; i++) {
    const passage = passages[i] ?? 0
    const score = added[i] ?? 0
    scores[passage] = (scores[passage] ?? 0) + score
    const transcript = transcriptOf[passage] ?? 0
    if (score > (best[transcript] ?? 0)) best[transcript] = score
  }
  for (let i = 0; i < best.length; i++) coverage[i] = (coverage[i] ?? 0) + (best[i] ?? 0)
}

/** Counts how many things a passage has, as long as it has all before. */
function countClause(passages: Int32Array, wanted: Uint8Array, clause: number): void {
  for (let i = 0; i < passages.length; i++) {
    const passage = passages[i] ?? 0
    if (wanted[passage] === clause) wanted[passage] = clause + 1
  }
}

const nowhere = new Int32Array(0)

/** Where nothing is asked for, all there are. */
function everyPassage({ transcriptOf }: PassageTable, passages: Int32Array): Int32Array {
  let count = 0
  for (let passage = 0; passage < transcriptOf.length; passage++) {
    if ((transcriptOf[passage] ?? -1) >= 0) passages[count++] = passage
  }
  return passages.subarray(0, count)
}

function withSome(scores: Float32Array, passages: Int32Array): Int32Array {
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
  const worth = new Worth(table, scores, now)
  const best = new BestScores(table.transcripts.length)
  // From the first passage of a transcript to its last one there are few of others.
  const first = new Int32Array(table.transcripts.length).fill(-1)
  const end = new Int32Array(table.transcripts.length)
  for (let i = 0; i < passages.length; i++) {
    const passage = passages[i] ?? 0
    const transcript = transcriptOf[passage] ?? 0
    if ((first[transcript] ?? 0) < 0) first[transcript] = i
    end[transcript] = i + 1
    const ageless = worth.ageless(passage)
    // How old it is matters only for one that could be among the best.
    if (ageless * mostRecent >= best.lowest(transcript))
      best.add(transcript, ageless * worth.recency(passage), at[passage] ?? 0)
  }
  const sessions: (RankedSession & { newest: number })[] = []
  for (let transcript = 0; transcript < first.length; transcript++) {
    const from = first[transcript] ?? 0
    if (from < 0) continue
    const score = best.sum(transcript) + coverageWeight * (coverage[transcript] ?? 0)
    const sorted = () => {
      const own = passages.subarray(from, end[transcript]).filter(passage => transcriptOf[passage] === transcript)
      return bestFirst(own, passage => worth.of(passage), least * best.highest(transcript), at)
    }
    sessions.push({ transcript, score, passages: sorted, newest: best.newest(transcript) })
  }
  return sessions.sort(
    (one, other) => other.score - one.score || other.newest - one.newest || one.transcript - other.transcript,
  )
}

/** What passages are worth. */
class Worth {
  readonly #table: PassageTable
  readonly #transcriptOf: Int32Array
  readonly #scores: Float32Array
  readonly #now: number
  #knownAt = -1
  #knownFactor = 0

  constructor(table: PassageTable, scores: Float32Array, now: number) {
    this.#table = table
    this.#transcriptOf = table.transcriptOf
    this.#scores = scores
    this.#now = now
  }

  of(passage: number): number {
    return this.ageless(passage) * this.recency(passage)
  }

  /** Whenever it was said. */
  ageless(passage: number): number {
    const [transcriptOf, scores] = [this.#transcriptOf, this.#scores]
    const transcript = transcriptOf[passage]
    const before = transcriptOf[passage - 1] === transcript ? (scores[passage - 1] ?? 0) : 0
    const after = transcriptOf[passage + 1] === transcript ? (scores[passage + 1] ?? 0) : 0
    const role = roleWeights[this.#table.roleNumber(passage)] ?? 1
    return ((scores[passage] ?? 0) + nearWeight * (before + after)) * role
  }

  /** Of two that are worth the same, the newer one comes first. What is said in a turn is equally old. */
  recency(passage: number): number {
    const said = this.#table.at[passage] ?? 0
    if (said !== this.#knownAt) {
      this.#knownAt = said
      this.#knownFactor = recencyFactor((this.#now / 1000 - said) / 86_400)
    }
    return this.#knownFactor
  }
}

const mostRecent = recencyFactor(0)

/** Of every session the few highest scores, and the time of the highest. */
class BestScores {
  readonly #scores: Float64Array
  readonly #newest: Float64Array

  constructor(sessions: number) {
    this.#scores = new Float64Array(sessions * kept)
    this.#newest = new Float64Array(sessions)
  }

  newest(session: number): number {
    return this.#newest[session] ?? 0
  }

  highest(session: number): number {
    return this.#scores[session * kept] ?? 0
  }

  lowest(session: number): number {
    return this.#scores[session * kept + kept - 1] ?? 0
  }

  add(session: number, score: number, at: number): void {
    const scores = this.#scores
    const highest = this.highest(session)
    if (score > highest || (score === highest && at > this.newest(session))) this.#newest[session] = at
    const first = session * kept
    let place = first + kept
    while (place > first && score > (scores[place - 1] ?? 0)) {
      if (place < first + kept) scores[place] = scores[place - 1] ?? 0
      place--
    }
    if (place < first + kept) scores[place] = score
  }

  sum(session: number): number {
    return furtherWeights.reduce((sum, weight, place) => sum + weight * (this.#scores[session * kept + place] ?? 0), 0)
  }
}

const kept = furtherWeights.length
