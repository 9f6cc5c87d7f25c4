import { termsOfRun } from '../../query/identifier-terms.ts'
import { eachRun } from '../../query/term-runs.ts'
import { byteOrder } from '../../transcripts/byte-order.ts'
import { KnownRuns, larger, longestKey } from './known-runs.ts'
import { type Block, BlockWriter, writePosting } from './segment.ts'

/**
 * Collects the terms of documents, which are numbered from 0. Runs of letters are looked up by their bytes, so that only
 * a run seen for the first time becomes a string and is made into terms.
 */
export class SegmentBuilder {
  readonly #terms = new Map<string, number>()
  readonly #known = new KnownRuns()
  /** The text that is being added, as UTF-8. */
  #bytes = Buffer.allocUnsafeSlow(256 * 1024)
  /** Two numbers for each term: the document that had it last, counted from 1, and the place of that pair. */
  #last = new Int32Array(2048)
  /** A pair is a term and the document that has it; those of a document follow each other. */
  #pairTerms = new Int32Array(8192)
  #pairCounts = new Uint8Array(8192)
  #pairs = 0
  /** The place of each document's first pair. */
  #firstPairs = new Int32Array(256)
  #documents = 0

  get documents(): number {
    return this.#documents
  }

  /** Adds a document. Answers how many words it has. */
  add(text: string, extraTerms: readonly string[] = []): number {
    if (this.#documents + 1 >= this.#firstPairs.length) this.#firstPairs = larger(this.#firstPairs)
    this.#firstPairs[this.#documents++] = this.#pairs
    const words = this.#addText(text)
    for (const term of extraTerms) this.#count(this.#termId(term))
    return words
  }

  /** Forgets the documents from a number on. */
  dropFrom(document: number): void {
    if (document >= this.#documents) return
    this.#pairs = this.#firstPairs[document] ?? 0
    this.#last.fill(0)
    this.#documents = document
  }

  blocks(): Block[] {
    const names = [...this.#terms.keys()].sort()
    if (names.some(name => astral.test(name))) names.sort(byteOrder)
    const { ends, documents, counts } = this.#byTerm()
    const writer = new BlockWriter()
    for (const name of names) {
      const term = this.#terms.get(name) ?? 0
      const [from, to] = [ends[term] ?? 0, ends[term + 1] ?? 0]
      if (from === to) continue
      let last = 0
      for (let i = from; i < to; i++) {
        const document = documents[i] ?? 0
        writePosting(writer.postings, document - last, counts[i] ?? 1)
        last = document
      }
      writer.end(name)
    }
    return writer.finish()
  }

  #addText(text: string): number {
    const end = this.#encode(text)
    const bytes = this.#bytes
    const known = this.#known
    const { key } = known
    let words = 0
    for (let at = 0; at < end; ) {
      let byte = bytes[at] ?? 0
      let kind = byteKinds[byte] ?? 0
      if (kind === separator) {
        at++
        continue
      }
      const start = at
      let kinds = 0
      let length = 0
      let hash = 0
      let part = 0
      // The byte after the text is a separator.
      do {
        kinds |= kind
        part = (part << 8) | byte
        if ((++at & 3) === (start & 3)) {
          if (length < longestKey) key[length++] = part
          hash = Math.imul(hash ^ part, mixing)
          part = 0
        }
        byte = bytes[at] ?? 0
        kind = byteKinds[byte] ?? 0
      } while (kind !== separator)
      if (part !== 0) {
        if (length < longestKey) key[length++] = part
        hash = Math.imul(hash ^ part, mixing)
      }
      if (length === longestKey && kinds !== letter) words += this.#addForeign(bytes.toString('utf8', start, at))
      else {
        // Only the beginning of a long run of letters makes its terms, so those after it need not differ.
        const run = known.find(hash, length)
        words += this.#addRun(run < 0 ? this.#learn(start, at, kinds, hash, length) : run)
      }
    }
    return words
  }

  /** Puts a text where its bytes can be looked at, which is quicker than asking a string for its characters. */
  #encode(text: string): number {
    const most = text.length * 3 + 1
    if (this.#bytes.length < most) this.#bytes = Buffer.allocUnsafeSlow(most * 2)
    const end = this.#bytes.write(text, 0)
    this.#bytes[end] = 0
    return end
  }

  #learn(start: number, end: number, kinds: number, hash: number, length: number): number {
    const text = this.#bytes.toString('utf8', start, end)
    const ids: number[] = []
    let words = 0
    const take = (run: string) => {
      words++
      for (const term of termsOfRun(run)) ids.push(this.#termId(term))
      return true
    }
    if (kinds === letter) take(text)
    else eachRun(text, take)
    return this.#known.add(hash, length, words, ids)
  }

  /** Counts the terms of a known run, and answers how many words it has. */
  #addRun(run: number): number {
    const known = this.#known
    const { termIds } = known
    const last = known.firstTerm(run + 1)
    for (let i = known.firstTerm(run); i < last; i++) this.#count(termIds[i] ?? 0)
    return known.words(run)
  }

  /** A long run with other characters than ASCII, as a sentence without blanks is. */
  #addForeign(text: string): number {
    let words = 0
    eachRun(text, run => {
      words++
      for (const term of termsOfRun(run)) this.#count(this.#termId(term))
      return true
    })
    return words
  }

  #termId(term: string): number {
    const known = this.#terms.get(term)
    if (known !== undefined) return known
    const id = this.#terms.size
    this.#terms.set(term, id)
    if (id * 2 + 1 >= this.#last.length) this.#last = larger(this.#last)
    return id
  }

  #count(term: number): void {
    const last = this.#last
    const at = term * 2
    if (last[at] === this.#documents) {
      const pair = last[at + 1] ?? 0
      const count = this.#pairCounts[pair] ?? 0
      if (count < 255) this.#pairCounts[pair] = count + 1
      return
    }
    const pair = this.#pairs++
    if (pair === this.#pairTerms.length) this.#growPairs()
    this.#pairTerms[pair] = term
    this.#pairCounts[pair] = 1
    last[at] = this.#documents
    last[at + 1] = pair
  }

  #growPairs(): void {
    this.#pairTerms = larger(this.#pairTerms)
    const counts = new Uint8Array(this.#pairTerms.length)
    counts.set(this.#pairCounts)
    this.#pairCounts = counts
  }

  /** The pairs by term, those of a term in the order of documents: `ends[term]` to `ends[term + 1]`. */
  #byTerm(): { ends: Int32Array; documents: Int32Array; counts: Uint8Array } {
    const pairTerms = this.#pairTerms
    const ends = new Int32Array(this.#terms.size + 2)
    for (let i = 0; i < this.#pairs; i++) {
      const at = (pairTerms[i] ?? 0) + 2
      ends[at] = (ends[at] ?? 0) + 1
    }
    for (let i = 1; i < ends.length; i++) ends[i] = (ends[i] ?? 0) + (ends[i - 1] ?? 0)
    const documents = new Int32Array(this.#pairs)
    const counts = new Uint8Array(this.#pairs)
    let document = 0
    this.#firstPairs[this.#documents] = this.#pairs
    for (let i = 0; i < this.#pairs; i++) {
      while ((this.#firstPairs[document + 1] ?? 0) <= i) document++
      const at = (pairTerms[i] ?? 0) + 1
      const place = ends[at] ?? 0
      ends[at] = place + 1
      documents[place] = document
      counts[place] = this.#pairCounts[i] ?? 1
    }
    return { ends, documents, counts }
  }
}

const mixing = 0x9e3779b1

const separator = 0
const letter = 1
const foreign = 2
/** Letters and digits of ASCII are letters; what is not ASCII may be anything. */
const byteKinds = Uint8Array.from({ length: 256 }, (_, code) =>
  code >= 128 ? foreign : /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? letter : separator,
)
const astral = /[\ud800-\uffff]/
