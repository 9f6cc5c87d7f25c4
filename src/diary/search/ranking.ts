import type { Matched } from '../../query/answers.ts'
import type { SearchFilter, SearchQuery, Wanted } from '../../query/query.ts'
import { loosened } from '../../query/variants.ts'
import { formWeight, rarity, recencyFactor, termScore, worthwhile } from '../../query/weights.ts'
import { fileAttributes, toolAttribute } from './collect.ts'
import type { PassageTable } from './passage-table.ts'
import type { SearchIndex } from './search-index.ts'
import { eachPosting, eachTermIn } from './segment.ts'

/** Passages that may answer a query, by their terms alone, as sessions in the order of their worth. */
export interface Ranking {
  sessions: RankedSession[]
  /** Whether they have everything that was asked for, or only something of it because none has everything. */
  matched: Matched
  /** What was looked for in the end. */
  query: SearchQuery
}

export interface RankedSession {
  /** Index of its transcript in the table. */
  transcript: number
  score: number
  /** The best first. */
  passages: number[]
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
function weightOf(table: PassageTable, passage: number, now: number): number {
  const days = (now / 1000 - (table.at[passage] ?? 0)) / 86_400
  return roleWeights[table.role(passage)] * recencyFactor(days)
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
  const found = new Map<number, { passage: number; score: number }[]>()
  const scoreIn = (transcript: number, passage: number) =>
    table.transcriptOf[passage] === transcript ? (scores[passage] ?? 0) : 0
  for (const passage of passages) {
    const transcript = table.transcriptOf[passage] ?? -1
    const known = found.get(transcript)
    const near = scoreIn(transcript, passage - 1) + scoreIn(transcript, passage + 1)
    const score = ((scores[passage] ?? 0) + nearWeight * near) * weightOf(table, passage, now)
    const entry = { passage, score }
    if (known) known.push(entry)
    else found.set(transcript, [entry])
  }
  const newest = (session: RankedSession) => table.at[session.passages[0] ?? 0] ?? 0
  return [...found]
    .map(([transcript, entries]) => {
      const sorted = entries.sort(
        (one, other) =>
          other.score - one.score ||
          (table.at[other.passage] ?? 0) - (table.at[one.passage] ?? 0) ||
          one.passage - other.passage,
      )
      const further = furtherWeights.reduce((sum, weight, place) => sum + weight * (sorted[place]?.score ?? 0), 0)
      const score = further + coverageWeight * (coverage[transcript] ?? 0)
      const enough = least * (sorted[0]?.score ?? 0)
      return { transcript, score, passages: sorted.flatMap(each => (each.score >= enough ? [each.passage] : [])) }
    })
    .sort((one, other) => other.score - one.score || newest(other) - newest(one) || one.transcript - other.transcript)
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

  #postings(term: string, isPrefix: boolean): { passages: number[]; scores: number[] } {
    const passages: number[] = []
    const counts: number[] = []
    const { transcriptOf } = this.#table
    for (const { id, base } of this.#segments) {
      const take = (found: string, postings: Uint8Array) => {
        if (isPrefix ? !found.startsWith(term) : found !== term) return
        eachPosting(postings, (local, count) => {
          const passage = base + local
          if ((transcriptOf[passage] ?? -1) < 0) return
          passages.push(passage)
          counts.push(count)
        })
      }
      if (isPrefix) for (const block of this.#index.blocksWithPrefix(id, term)) eachTermIn(block, take)
      else {
        const block = this.#index.blockWith(id, term)
        if (block) eachTermIn(block, take)
      }
    }
    return isPrefix ? this.#weighed(...summed(passages, counts)) : this.#weighed(passages, counts)
  }

  #weighed(passages: number[], counts: readonly number[]): { passages: number[]; scores: number[] } {
    const { count: all, averageWords, words } = this.#table
    const rare = rarity(all, passages.length)
    const scores = passages.map((passage, i) => termScore(rare, counts[i] ?? 1, (words[passage] ?? 0) / averageWords))
    return { passages, scores }
  }
}

/** Several terms of one beginning count as one. */
function summed(passages: readonly number[], counts: readonly number[]): [number[], number[]] {
  const sums = new Map<number, number>()
  for (let i = 0; i < passages.length; i++) {
    const passage = passages[i] ?? 0
    sums.set(passage, (sums.get(passage) ?? 0) + (counts[i] ?? 0))
  }
  return [[...sums.keys()], [...sums.values()]]
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
