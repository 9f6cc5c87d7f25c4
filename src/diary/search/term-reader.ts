import type { Wanted } from '../../query/query.ts'
import { formWeight, rarity, termScore } from '../../query/weights.ts'
import type { Weighed } from './kept-lists.ts'
import type { PassageTable } from './passage-table.ts'
import type { SearchIndex } from './search-index.ts'
import { eachTermIn, type PostingList, postingsIn, postingsOf, readPostings } from './segment.ts'

/** Reads the passages of terms, and weighs each as bm25 does. */
export class TermReader {
  readonly #index: SearchIndex
  readonly #table: PassageTable

  constructor(index: SearchIndex, table: PassageTable) {
    this.#index = index
    this.#table = table
  }

  /** The passages with one of some alternatives; all but the first are worth a little less. */
  withOne(alternatives: readonly Wanted[]): Weighed {
    const lists = alternatives.map((wanted, place) => weighedBy(this.having(wanted), place === 0 ? 1 : formWeight))
    return lists.reduce(better, nothing)
  }

  /** The passages that have all words, or all parts of them. */
  having({ words, parts, isPrefix }: Wanted): Weighed {
    const byWords = this.#withAll(words, isPrefix)
    return words.join(' ') === parts.join(' ') ? byWords : better(byWords, this.#withAll(parts, isPrefix))
  }

  /** The passages with all of some attributes, which are worth nothing by themselves. */
  withAttributes(attributes: readonly string[]): Int32Array {
    return inAll([...new Set(attributes)].map(each => this.#list(each, false))).passages
  }

  #withAll(terms: readonly string[], isPrefix: boolean): Weighed {
    const distinct = [...new Set(terms)]
    return inAll(distinct.map((term, place) => this.#list(term, isPrefix && place === distinct.length - 1)))
  }

  /** The table keeps what was read last: people ask for a word again, with another one beside it. */
  #list(term: string, isPrefix: boolean): Weighed {
    const { lists } = this.#table
    const name = `${isPrefix ? '*' : ' '}${term}`
    const known = lists.get(name)
    if (known) return known
    const read = new Postings(this.#table, isPrefix ? this.#bytesOfPrefix(term) : this.#bytesOf(term)).weighed()
    lists.keep(name, read)
    return read
  }

  #bytesOf(term: string): PostingBytes[] {
    return this.#index.blocksWith(term).flatMap(({ base, data }) => {
      const bytes = postingsIn(data, term)
      return bytes ? [{ base, bytes }] : []
    })
  }

  #bytesOfPrefix(prefix: string): PostingBytes[] {
    const lists: PostingBytes[] = []
    for (const { id, base } of this.#index.segments()) {
      for (const block of this.#index.blocksWithPrefix(id, prefix)) {
        eachTermIn(block, (name, bytes) => {
          if (name.startsWith(prefix)) lists.push({ base, bytes })
        })
      }
    }
    return lists
  }
}

/** The documents of a term in a segment, which are numbered from its base on. */
interface PostingBytes {
  base: number
  bytes: Uint8Array
}

/** The passages of one term, or of all with one beginning, that are still there, with how often each has it. */
class Postings {
  /** More often than 255 times counts as that. */
  readonly #list: PostingList
  #size = 0
  /** Terms follow each other in one segment, and a merged segment may reach over another. */
  #isAscending = true
  readonly #table: PassageTable

  constructor(table: PassageTable, lists: readonly PostingBytes[]) {
    this.#table = table
    this.#list = postingsOf(lists.reduce((sum, { bytes }) => sum + bytes.length, 0))
    for (const list of lists) this.#add(list)
  }

  #add({ base, bytes }: PostingBytes): void {
    const { documents, counts } = this.#list
    const { transcriptOf } = this.#table
    const end = readPostings(bytes, this.#list, this.#size)
    let size = this.#size
    let last = documents[size - 1] ?? -1
    for (let i = size; i < end; i++) {
      const passage = base + (documents[i] ?? 0)
      if ((transcriptOf[passage] ?? -1) < 0) continue
      if (passage <= last) this.#isAscending = false
      last = passage
      documents[size] = passage
      counts[size++] = counts[i] ?? 1
    }
    this.#size = size
  }

  weighed(): Weighed {
    if (!this.#isAscending) this.#sort()
    // Without the room that was left over, since the list is kept.
    const passages = this.#list.documents.slice(0, this.#size)
    const scores = new Float32Array(this.#size)
    const { counts } = this.#list
    const { count: all, averageWords, words } = this.#table
    const rare = rarity(all, passages.length)
    for (let i = 0; i < passages.length; i++) {
      scores[i] = termScore(rare, counts[i] ?? 1, (words[passages[i] ?? 0] ?? 0) / averageWords)
    }
    return { passages, scores }
  }

  /** Brings passages into order; those that are there more than once count together. */
  #sort(): void {
    const list = this.#list
    const counts = new Uint8ClampedArray(this.#table.size)
    for (let i = 0; i < this.#size; i++) {
      const passage = list.documents[i] ?? 0
      counts[passage] = (counts[passage] ?? 0) + (list.counts[i] ?? 0)
    }
    this.#size = 0
    for (let passage = 0; passage < counts.length; passage++) {
      const count = counts[passage] ?? 0
      if (count === 0) continue
      list.documents[this.#size] = passage
      list.counts[this.#size++] = count
    }
    this.#isAscending = true
  }
}

const nothing: Weighed = { passages: new Int32Array(0), scores: new Float32Array(0) }

function weighedBy({ passages, scores }: Weighed, weight: number): Weighed {
  return { passages, scores: weight === 1 ? scores : scores.map(score => score * weight) }
}

function inAll(lists: readonly Weighed[]): Weighed {
  const [first = nothing, ...rest] = lists.toSorted((one, other) => one.passages.length - other.passages.length)
  return rest.reduce(inBoth, first)
}

/** The passages of both lists, worth what they are worth together. */
function inBoth(one: Weighed, other: Weighed): Weighed {
  const passages = new Int32Array(Math.min(one.passages.length, other.passages.length))
  const scores = new Float32Array(passages.length)
  let size = 0
  for (let i = 0, j = 0; i < one.passages.length && j < other.passages.length; ) {
    const passage = one.passages[i] ?? 0
    const step = passage - (other.passages[j] ?? 0)
    if (step === 0) {
      passages[size] = passage
      scores[size++] = (one.scores[i] ?? 0) + (other.scores[j] ?? 0)
    }
    if (step <= 0) i++
    if (step >= 0) j++
  }
  return { passages: passages.subarray(0, size), scores: scores.subarray(0, size) }
}

/** The passages of either list, worth what they are worth in the better one. */
function better(one: Weighed, other: Weighed): Weighed {
  if (one.passages.length === 0) return other
  if (other.passages.length === 0) return one
  const passages = new Int32Array(one.passages.length + other.passages.length)
  const scores = new Float32Array(passages.length)
  let size = 0
  for (let i = 0, j = 0; i < one.passages.length || j < other.passages.length; ) {
    const first = one.passages[i] ?? Number.POSITIVE_INFINITY
    const second = other.passages[j] ?? Number.POSITIVE_INFINITY
    passages[size] = Math.min(first, second)
    scores[size++] = Math.max(first <= second ? (one.scores[i] ?? 0) : 0, second <= first ? (other.scores[j] ?? 0) : 0)
    if (first <= second) i++
    if (second <= first) j++
  }
  return { passages: passages.subarray(0, size), scores: scores.subarray(0, size) }
}
