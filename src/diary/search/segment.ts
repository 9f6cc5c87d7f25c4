import { termsOfRun } from '../../query/identifier-terms.ts'
import { eachRun } from '../../query/term-runs.ts'
import { byteOrder } from '../../transcripts/byte-order.ts'
import { ByteReader, ByteWriter } from './bytes.ts'

/** Some terms in order, each with the documents it is in. */
export interface Block {
  /** Its first term. */
  first: string
  data: Uint8Array
}

/** Blocks are closed when they have this many bytes. */
const blockSize = 4096

/**
 * Collects the terms of documents, which are numbered from 0. Words are looked up by the characters they are written
 * with, so that only a word seen for the first time is made into terms.
 */
export class SegmentBuilder {
  readonly #terms = new Map<string, number>()
  readonly #known = new KnownRuns()
  /** Of each term, the document that had it last, and the place of that pair. */
  #lastDocument = new Int32Array(1024)
  #lastPair = new Int32Array(1024)
  #pairTerms = new Int32Array(8192)
  #pairDocuments = new Int32Array(8192)
  #pairCounts = new Uint8Array(8192)
  #pairs = 0
  #documents = 0
  #document = -1

  get documents(): number {
    return this.#documents
  }

  /** Adds a document. Answers how many words it has. */
  add(text: string, extraTerms: readonly string[] = []): number {
    this.#document = this.#documents++
    const words = this.#addText(text)
    for (const term of extraTerms) this.#count(this.#termId(term))
    return words
  }

  /** Forgets the documents from a number on. */
  dropFrom(document: number): void {
    while (this.#pairs > 0 && (this.#pairDocuments[this.#pairs - 1] ?? 0) >= document) this.#pairs--
    this.#lastDocument.fill(0)
    this.#documents = document
  }

  blocks(): Block[] {
    const names = [...this.#terms.keys()].sort()
    if (names.some(name => astral.test(name))) names.sort(byteOrder)
    const { starts, order } = this.#byTerm()
    const writer = new BlockWriter()
    for (const name of names) {
      const term = this.#terms.get(name) ?? 0
      const [from, to] = [starts[term] ?? 0, starts[term + 1] ?? 0]
      if (from === to) continue
      const postings = writer.begin()
      let last = 0
      for (let i = from; i < to; i++) {
        const pair = order[i] ?? 0
        const document = this.#pairDocuments[pair] ?? 0
        writePosting(postings, document - last, this.#pairCounts[pair] ?? 1)
        last = document
      }
      writer.end(name)
    }
    return writer.finish()
  }

  #addText(text: string): number {
    let words = 0
    const end = text.length
    for (let at = 0; at < end; ) {
      let code = text.charCodeAt(at)
      if (code < 128 && wordCode[code] === 0) {
        at++
        continue
      }
      const start = at
      let hash = 0
      let isAscii = true
      do {
        if (code >= 128) isAscii = false
        hash = (Math.imul(hash, 31) + code) | 0
        code = text.charCodeAt(++at)
      } while (at < end && (code >= 128 || wordCode[code] === 1))
      if (isAscii) {
        words++
        this.#addRun(text, start, at, hash)
      } else words += this.#addForeign(text.slice(start, at))
    }
    return words
  }

  #addRun(text: string, start: number, end: number, hash: number): void {
    let run = this.#known.find(text, start, end, hash)
    if (run < 0) {
      const ids = termsOfRun(text.slice(start, end)).map(term => this.#termId(term))
      run = this.#known.add(text, start, end, hash, ids)
    }
    const { termIds } = this.#known
    for (let i = this.#known.firstTerm(run); i < this.#known.firstTerm(run + 1); i++) this.#count(termIds[i] ?? 0)
  }

  /** Other characters than ASCII, with the letters around them. */
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
    if (id >= this.#lastDocument.length) {
      this.#lastDocument = larger(this.#lastDocument)
      this.#lastPair = larger(this.#lastPair)
    }
    return id
  }

  #count(term: number): void {
    // Documents are kept one higher, so that 0 means none.
    if (this.#lastDocument[term] === this.#document + 1) {
      const pair = this.#lastPair[term] ?? 0
      const count = this.#pairCounts[pair] ?? 0
      if (count < 255) this.#pairCounts[pair] = count + 1
      return
    }
    if (this.#pairs === this.#pairTerms.length) {
      this.#pairTerms = larger(this.#pairTerms)
      this.#pairDocuments = larger(this.#pairDocuments)
      const counts = new Uint8Array(this.#pairCounts.length * 2)
      counts.set(this.#pairCounts)
      this.#pairCounts = counts
    }
    const pair = this.#pairs++
    this.#pairTerms[pair] = term
    this.#pairDocuments[pair] = this.#document
    this.#pairCounts[pair] = 1
    this.#lastDocument[term] = this.#document + 1
    this.#lastPair[term] = pair
  }

  /** The pairs by term, those of a term in the order of documents. */
  #byTerm(): { starts: Int32Array; order: Int32Array } {
    const starts = new Int32Array(this.#terms.size + 2)
    for (let i = 0; i < this.#pairs; i++) {
      const at = (this.#pairTerms[i] ?? 0) + 2
      starts[at] = (starts[at] ?? 0) + 1
    }
    for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0)
    const order = new Int32Array(this.#pairs)
    for (let i = 0; i < this.#pairs; i++) {
      const at = (this.#pairTerms[i] ?? 0) + 1
      const place = starts[at] ?? 0
      order[place] = i
      starts[at] = place + 1
    }
    return { starts, order }
  }
}

/** Letters and digits of ASCII. */
const wordCode = Uint8Array.from({ length: 128 }, (_, code) => (/[A-Za-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0))
const astral = /[\ud800-\uffff]/

/** The runs of ASCII letters and digits that were seen, with the terms of each. */
class KnownRuns {
  #slots = new Int32Array(4096)
  #hashes = new Int32Array(1024)
  #starts = new Int32Array(1025)
  #firstTerms = new Int32Array(1025)
  #characters = new Uint8Array(16_384)
  #runs = 0
  termIds = new Int32Array(2048)

  firstTerm(run: number): number {
    return this.#firstTerms[run] ?? 0
  }

  /** The number of a run, or -1. */
  find(text: string, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1
    for (let slot = mixed(hash) & mask; ; slot = (slot + 1) & mask) {
      const run = (this.#slots[slot] ?? 0) - 1
      if (run < 0) return -1
      if (this.#hashes[run] === hash && this.#isAt(run, text, start, end)) return run
    }
  }

  add(text: string, start: number, end: number, hash: number, terms: readonly number[]): number {
    const run = this.#runs++
    if (run >= this.#hashes.length) {
      this.#hashes = larger(this.#hashes)
      this.#starts = larger(this.#starts)
      this.#firstTerms = larger(this.#firstTerms)
    }
    this.#hashes[run] = hash
    const from = this.#starts[run] ?? 0
    while (from + end - start > this.#characters.length) {
      const more = new Uint8Array(this.#characters.length * 2)
      more.set(this.#characters)
      this.#characters = more
    }
    for (let i = start; i < end; i++) this.#characters[from + i - start] = text.charCodeAt(i)
    this.#starts[run + 1] = from + end - start
    const first = this.#firstTerms[run] ?? 0
    while (first + terms.length > this.termIds.length) this.termIds = larger(this.termIds)
    terms.forEach((term, i) => {
      this.termIds[first + i] = term
    })
    this.#firstTerms[run + 1] = first + terms.length
    if (this.#runs * 2 > this.#slots.length) this.#grow()
    else this.#place(run)
    return run
  }

  #isAt(run: number, text: string, start: number, end: number): boolean {
    const from = this.#starts[run] ?? 0
    if ((this.#starts[run + 1] ?? 0) - from !== end - start) return false
    for (let i = start; i < end; i++) if (this.#characters[from + i - start] !== text.charCodeAt(i)) return false
    return true
  }

  #place(run: number): void {
    const mask = this.#slots.length - 1
    let slot = mixed(this.#hashes[run] ?? 0) & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = run + 1
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2)
    for (let run = 0; run < this.#runs; run++) this.#place(run)
  }
}

/** The lowest bits of the hash hardly depend on the first characters. */
function mixed(hash: number): number {
  return hash ^ (hash >>> 15)
}

function larger(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(numbers.length * 2 + 1)
  more.set(numbers)
  return more
}

/** How far on the next document is, and how often it has the term. */
function writePosting(writer: ByteWriter, step: number, count: number): void {
  if (count === 1) writer.number(step * 2)
  else {
    writer.number(step * 2 + 1)
    writer.number(count)
  }
}

class BlockWriter {
  readonly #blocks: Block[] = []
  readonly #postings = new ByteWriter()
  readonly #block = new ByteWriter()
  #first: string | null = null
  #last = ''

  /** Where the postings of the next term are written. */
  begin(): ByteWriter {
    return this.#postings
  }

  end(term: string): void {
    this.#first ??= term
    const shared = sharedStart(this.#last, term)
    this.#block.number(shared)
    this.#block.text(term.slice(shared))
    this.#last = term
    const postings = this.#postings.take()
    this.#block.number(postings.length)
    this.#block.append(postings)
    if (this.#block.length >= blockSize) this.#close()
  }

  finish(): Block[] {
    this.#close()
    return this.#blocks
  }

  #close(): void {
    if (this.#first === null) return
    this.#blocks.push({ first: this.#first, data: this.#block.take() })
    this.#first = null
    this.#last = ''
  }
}

/** How many characters two terms begin with alike; never half of one. */
function sharedStart(one: string, other: string): number {
  let shared = 0
  while (shared < one.length && one.charCodeAt(shared) === other.charCodeAt(shared)) shared++
  const isHalf = (other.charCodeAt(shared) & 0xfc00) === 0xdc00
  return isHalf ? shared - 1 : shared
}

/** Visits the terms of a block, each with the bytes of its postings. */
export function eachTermIn(data: Uint8Array, visit: (term: string, postings: Uint8Array) => void): void {
  const reader = new ByteReader(data)
  let term = ''
  while (!reader.isAtEnd) {
    term = term.slice(0, reader.number()) + reader.text()
    visit(term, reader.bytes(reader.number()))
  }
}

/** Visits the documents of a term, numbered from the first of their segment, with how often each has it. */
export function eachPosting(postings: Uint8Array, visit: (document: number, count: number) => void): void {
  const reader = new ByteReader(postings)
  let document = 0
  while (!reader.isAtEnd) {
    const step = reader.number()
    document += Math.floor(step / 2)
    visit(document, step % 2 === 0 ? 1 : reader.number())
  }
}

/** Makes one segment of several; documents keep their numbers, and those that are gone are left out. */
export function mergeSegments(
  segments: readonly { base: number; blocks: readonly Uint8Array[] }[],
  base: number,
  isLive: (document: number) => boolean,
): Block[] {
  const found = new Map<string, { document: number; count: number }[]>()
  for (const segment of segments) {
    for (const data of segment.blocks) {
      eachTermIn(data, (term, postings) => {
        eachPosting(postings, (local, count) => {
          const document = segment.base + local
          if (!isLive(document)) return
          const known = found.get(term)
          if (known) known.push({ document, count })
          else found.set(term, [{ document, count }])
        })
      })
    }
  }
  const writer = new BlockWriter()
  for (const term of [...found.keys()].sort(byteOrder)) {
    const postings = writer.begin()
    let last = base
    for (const { document, count } of (found.get(term) ?? []).sort((a, b) => a.document - b.document)) {
      writePosting(postings, document - last, count)
      last = document
    }
    writer.end(term)
  }
  return writer.finish()
}
