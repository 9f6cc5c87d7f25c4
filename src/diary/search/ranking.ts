import type { Matched } from '../../query/answers.ts'
import type { SearchFilter, SearchQuery, Wanted } from '../../query/query.ts'
import { loosened } from '../../query/variants.ts'
import { formWeight, rarity, recencyFactor, termScore, worthwhile } from '../../query/weights.ts'
import { fileAttributes, toolAttribute } from './collect.ts'
import type { PassageTable } from './passage-table.ts'
import type { SearchIndex } from './search-index.ts'
import { eachPosting, eachTermIn, mostPerByte } from './segment.ts'

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
  /** The best first; sorted when they are asked for, since few sessions are read. */
  passages(): number[]
}

/** What filters need to know that the table does not: times are milliseconds. */
export interface Surveyed {
  now: number
  /** The instant a day began, or of so many days ago. */
  startOf(day: string | number): number
  projectOf(transcript: number): string
}

export function rank(index: SearchIndex, table: PassageTable, query: SearchQuery, surveyed: Surveyed): Ranking {
  const terms = new TermReader(index, table)
  const allows = filterOf(terms, table, query.filters, surveyed)
  const unwanted = new Uint8Array(table.size)
  for (const wanted of query.none) {
    // Whether words follow each other is only known when the passage is read.
    if (wanted.words.length === 1 && wanted.parts.length === 1) {
      terms.eachMatch(wanted, passage => {
        unwanted[passage] = 1
      })
    }
  }
  const weighed = (asked: SearchQuery, hasEverything: boolean): Candidates => {
    const found = new Candidates(terms, table, asked.all)
    found.choose(passage => unwanted[passage] === 0 && allows(passage), hasEverything)
    return found
  }
  const all = weighed(query, true)
  if (all.passages.length > 0 || query.all.length === 0) {
    return { sessions: bySession(table, all, surveyed.now, 0), matched: 'all', query }
  }
  const loose = loosened(query)
  return { sessions: bySession(table, weighed(loose, false), surveyed.now, worthwhile), matched: 'any', query: loose }
}

/** The passages that have something of what is asked for, and what each is worth for it. */
class Candidates {
  readonly scores: Float32Array
  /** Of every transcript, what it is worth by the best passage for each thing that is asked for. */
  readonly coverage: Float32Array
  passages: number[] = []
  readonly #table: PassageTable
  readonly #matched: Uint32Array
  readonly #wanted: number

  constructor(terms: TermReader, table: PassageTable, all: readonly Wanted[][]) {
    this.#table = table
    this.scores = new Float32Array(table.size)
    this.coverage = new Float32Array(table.transcripts.length)
    this.#matched = new Uint32Array(table.size)
    this.#wanted = all.length
    const clauseScores = new Float32Array(table.size)
    all.forEach((alternatives, clause) => {
      const touched: number[] = []
      alternatives.forEach((wanted, place) => {
        terms.eachMatch(wanted, (passage, score) => {
          const known = clauseScores[passage] ?? 0
          if (known === 0) touched.push(passage)
          clauseScores[passage] = Math.max(known, place === 0 ? score : score * formWeight)
        })
      })
      this.#add(clause, touched, clauseScores)
    })
  }

  /** Keeps the passages that are allowed and have everything, or something. */
  choose(isAllowed: (passage: number) => boolean, hasEverything: boolean): void {
    const every = 2 ** this.#wanted - 1
    for (let passage = 0; passage < this.#table.size; passage++) {
      const found = this.#matched[passage] ?? 0
      if ((hasEverything ? found === every : found !== 0) && isAllowed(passage)) this.passages.push(passage)
    }
  }

  #add(clause: number, touched: readonly number[], clauseScores: Float32Array): void {
    const best = new Map<number, number>()
    for (const passage of touched) {
      const score = clauseScores[passage] ?? 0
      clauseScores[passage] = 0
      this.scores[passage] = (this.scores[passage] ?? 0) + score
      this.#matched[passage] = (this.#matched[passage] ?? 0) | (1 << clause)
      const transcript = this.#table.transcriptOf[passage] ?? -1
      if (score > (best.get(transcript) ?? 0)) best.set(transcript, score)
    }
    for (const [transcript, score] of best) this.coverage[transcript] = (this.coverage[transcript] ?? 0) + score
  }
}

/** What is said counts for more than what tools answer, and of two that are worth the same, the newer one comes first. */
function weigher(table: PassageTable, now: number): (passage: number) => number {
  let at = -1
  let recency = 1
  return passage => {
    // Passages of one turn have the same time and come one after the other.
    if (table.at[passage] !== at) {
      at = table.at[passage] ?? 0
      recency = recencyFactor((now / 1000 - at) / 86_400)
    }
    return roleWeights[table.role(passage)] * recency
  }
}

const roleWeights = { prompt: 1, user: 1, agent: 1, tool: 0.8 }

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
  const weightOf = weigher(table, now)
  const scoreIn = (transcript: number, passage: number) =>
    transcriptOf[passage] === transcript ? (scores[passage] ?? 0) : 0
  const worth = new Float64Array(passages.length)
  const { starts, order } = grouped(passages, transcriptOf, table.transcripts.length)
  const sessions: (RankedSession & { newest: number })[] = []
  for (let transcript = 0; transcript < table.transcripts.length; transcript++) {
    const [from, to] = [starts[transcript] ?? 0, starts[transcript + 1] ?? 0]
    if (from === to) continue
    const best = new BestScores()
    for (let i = from; i < to; i++) {
      const place = order[i] ?? 0
      const passage = passages[place] ?? 0
      const near = scoreIn(transcript, passage - 1) + scoreIn(transcript, passage + 1)
      worth[place] = ((scores[passage] ?? 0) + nearWeight * near) * weightOf(passage)
      best.add(worth[place] ?? 0, at[passage] ?? 0)
    }
    const score = best.sum() + coverageWeight * (coverage[transcript] ?? 0)
    const sorted = () => {
      const places = [...order.subarray(from, to)].filter(place => (worth[place] ?? 0) >= least * best.highest)
      const byWorth = (one: number, other: number) =>
        (worth[other] ?? 0) - (worth[one] ?? 0) ||
        (at[passages[other] ?? 0] ?? 0) - (at[passages[one] ?? 0] ?? 0) ||
        one - other
      return places.sort(byWorth).map(place => passages[place] ?? 0)
    }
    sessions.push({ transcript, score, passages: sorted, newest: best.newest })
  }
  return sessions.sort(
    (one, other) => other.score - one.score || other.newest - one.newest || one.transcript - other.transcript,
  )
}

/** Places of passages by transcript: those of the n-th are `order[starts[n]]` to before `order[starts[n + 1]]`. */
function grouped(passages: readonly number[], transcriptOf: Int32Array, transcripts: number) {
  const starts = new Int32Array(transcripts + 2)
  for (const passage of passages) {
    const at = (transcriptOf[passage] ?? 0) + 2
    starts[at] = (starts[at] ?? 0) + 1
  }
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0)
  const order = new Int32Array(passages.length)
  for (let place = 0; place < passages.length; place++) {
    const at = (transcriptOf[passages[place] ?? 0] ?? 0) + 1
    const next = starts[at] ?? 0
    order[next] = place
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

/** Reads the passages of terms, and weighs each as bm25 does. */
class TermReader {
  readonly #index: SearchIndex
  readonly #table: PassageTable
  readonly #segments: { id: number; base: number }[]
  readonly #found: Uint8Array

  constructor(index: SearchIndex, table: PassageTable) {
    this.#index = index
    this.#table = table
    this.#segments = index.segments()
    this.#found = new Uint8Array(table.size)
  }

  /** Visits passages that have all words, or all parts of them, with what they are worth. */
  eachMatch(wanted: Wanted, visit: (passage: number, score: number) => void): void {
    const isSame = wanted.words.join(' ') === wanted.parts.join(' ')
    const ways = isSame ? [wanted.words] : [wanted.words, wanted.parts]
    for (const terms of ways) this.#eachWithAll([...new Set(terms)], wanted.isPrefix, visit)
  }

  /** Visits the passages with all of some attributes. */
  eachWith(attributes: readonly string[], visit: (passage: number) => void): void {
    this.#eachWithAll([...new Set(attributes)], false, visit)
  }

  #eachWithAll(terms: readonly string[], isPrefix: boolean, visit: (passage: number, score: number) => void): void {
    const lists = terms.map((term, place) => this.#postings(term, isPrefix && place === terms.length - 1))
    if (lists.length === 1) {
      const [list] = lists
      if (list) for (let i = 0; i < list.passages.length; i++) visit(list.passages[i] ?? 0, list.scores[i] ?? 0)
      return
    }
    const found = this.#found.fill(0)
    const sums = new Map<number, number>()
    lists.forEach(({ passages, scores }, place) => {
      for (let i = 0; i < passages.length; i++) {
        const passage = passages[i] ?? 0
        if (found[passage] !== place) continue
        found[passage] = place + 1
        if (place === 0) sums.set(passage, scores[i] ?? 0)
        else sums.set(passage, (sums.get(passage) ?? 0) + (scores[i] ?? 0))
      }
    })
    for (const [passage, score] of sums) if (found[passage] === lists.length) visit(passage, score)
  }

  #postings(term: string, isPrefix: boolean): Weighed {
    const found = new Postings(this.#table.transcriptOf)
    for (const { id, base } of this.#segments) {
      const take = (name: string, postings: Uint8Array) => {
        if (isPrefix ? name.startsWith(term) : name === term) found.add(base, postings)
      }
      if (isPrefix) for (const block of this.#index.blocksWithPrefix(id, term)) eachTermIn(block, take)
      else {
        const block = this.#index.blockWith(id, term)
        if (block) eachTermIn(block, take)
      }
    }
    return this.#weighed(isPrefix ? summed(found) : found)
  }

  #weighed({ passages, counts, size }: Pick<Postings, 'passages' | 'counts' | 'size'>): Weighed {
    const { count: all, averageWords, words } = this.#table
    const rare = rarity(all, size)
    const scores = new Float64Array(size)
    for (let i = 0; i < size; i++) {
      scores[i] = termScore(rare, counts[i] ?? 1, (words[passages[i] ?? 0] ?? 0) / averageWords)
    }
    return { passages: passages.subarray(0, size), scores }
  }
}

interface Weighed {
  passages: Int32Array
  scores: Float64Array
}

/** The passages of a term that are still there, with how often each has it. */
class Postings {
  passages = new Int32Array(1024)
  counts = new Int32Array(1024)
  size = 0
  readonly #transcriptOf: Int32Array

  constructor(transcriptOf: Int32Array) {
    this.#transcriptOf = transcriptOf
  }

  add(base: number, postings: Uint8Array): void {
    const most = this.size + postings.length * mostPerByte
    if (most > this.passages.length) this.#grow(most)
    const { passages, counts } = this
    let size = this.size
    eachPosting(postings, (local, count) => {
      const passage = base + local
      if ((this.#transcriptOf[passage] ?? -1) < 0) return
      passages[size] = passage
      counts[size++] = count
    })
    this.size = size
  }

  #grow(least: number): void {
    const length = Math.max(least, this.passages.length * 2)
    const [passages, counts] = [new Int32Array(length), new Int32Array(length)]
    passages.set(this.passages)
    counts.set(this.counts)
    this.passages = passages
    this.counts = counts
  }
}

/** Several terms of one beginning count as one. */
function summed({ passages, counts, size }: Postings): Pick<Postings, 'passages' | 'counts' | 'size'> {
  const sums = new Map<number, number>()
  for (let i = 0; i < size; i++) {
    const passage = passages[i] ?? 0
    sums.set(passage, (sums.get(passage) ?? 0) + (counts[i] ?? 0))
  }
  return { passages: Int32Array.from(sums.keys()), counts: Int32Array.from(sums.values()), size: sums.size }
}

function filterOf(
  terms: TermReader,
  table: PassageTable,
  filters: readonly SearchFilter[],
  surveyed: Surveyed,
): (passage: number) => boolean {
  const tests = filters.map(filter => {
    const test = testOf(terms, table, filter, surveyed)
    return filter.isNot ? (passage: number) => !test(passage) : test
  })
  return passage => (table.transcriptOf[passage] ?? -1) >= 0 && tests.every(test => test(passage))
}

function testOf(
  terms: TermReader,
  table: PassageTable,
  filter: SearchFilter,
  { startOf, projectOf }: Surveyed,
): (passage: number) => boolean {
  switch (filter.key) {
    case 'before': {
      const end = startOf(filter.value) / 1000
      return passage => (table.at[passage] ?? 0) < end
    }
    case 'after': {
      const start = startOf(filter.value) / 1000
      return passage => (table.at[passage] ?? 0) >= start
    }
    case 'role':
      return passage => nameOfRole(table.role(passage)) === filter.value
    case 'is':
      return passage => table.isError(passage)
    case 'agent':
      return passage => table.transcript(passage)?.source === filter.value
    case 'project':
      return ofTranscript(table, transcript => holds(projectOf(transcript), filter.value))
    case 'branch':
      return passage => holds(table.branch(passage) ?? '', filter.value)
    case 'tool':
      return withAttributes(terms, table, [toolAttribute(filter.value)])
    case 'file':
      return withAttributes(terms, table, fileAttributes(filter.value))
  }
}

function nameOfRole(role: ReturnType<PassageTable['role']>): string {
  return role === 'prompt' ? 'user' : role
}

function holds(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted.toLowerCase())
}

/** Asked once per transcript. */
function ofTranscript(table: PassageTable, test: (transcript: number) => boolean): (passage: number) => boolean {
  const known = table.transcripts.map((_, transcript) => test(transcript))
  return passage => known[table.transcriptOf[passage] ?? -1] === true
}

function withAttributes(
  terms: TermReader,
  table: PassageTable,
  attributes: readonly string[],
): (passage: number) => boolean {
  const found = new Uint8Array(table.size)
  terms.eachWith(attributes, passage => {
    found[passage] = 1
  })
  return passage => found[passage] === 1
}
