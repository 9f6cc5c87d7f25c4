import { byteOrder } from '../../kernel/byte-order.ts'
import { TermCounter } from './count-terms/term-counter.ts'
import { type Block, BlockWriter } from './segment.ts'

let idle: SegmentBuilder | undefined

/**
 * Gives a builder without documents. What it knows of terms is kept for the next use, of which a thread mostly has one at
 * a time; it belongs to the thread, as the scanner of its lines does.
 */
export async function withSegmentBuilder<T>(use: (builder: SegmentBuilder) => Promise<T>): Promise<T> {
  const builder = idle ?? new SegmentBuilder()
  idle = undefined
  try {
    return await use(builder)
  } finally {
    builder.dropFrom(0)
    if (builder.memorySize <= mostKept) idle = builder
  }
}

const mostKept = 64 * 1024 * 1024

/** Collects the terms of documents, which are numbered from 0. */
export class SegmentBuilder {
  readonly #counter = new TermCounter()
  /** The numbers of terms by their names, as far as they were sorted. */
  #sorted: number[] = []
  /** The place of each document's first pair. */
  #firstPairs: number[] = []

  get documents(): number {
    return this.#firstPairs.length
  }

  get memorySize(): number {
    return this.#counter.memorySize
  }

  /** Adds a document. Answers how many words it has. */
  add(text: string, extraTerms: readonly string[] = []): number {
    const counter = this.#counter
    this.#firstPairs.push(counter.pairCount)
    counter.begin(this.#firstPairs.length)
    const words = counter.text(text)
    for (const term of extraTerms) counter.term(term)
    return words
  }

  /** Forgets the documents from a number on; what is known of terms stays. */
  dropFrom(document: number): void {
    const pair = this.#firstPairs[document]
    if (pair === undefined) return
    this.#counter.dropFrom(pair)
    this.#firstPairs.length = document
  }

  blocks(): Block[] {
    const { names } = this.#counter
    this.#sort(names)
    const { ends, documents, counts } = this.#byTerm(names.length)
    const writer = new BlockWriter()
    for (const term of this.#sorted) {
      const [from, to] = [ends[term] ?? 0, ends[term + 1] ?? 0]
      if (from < to) writer.add(names[term] ?? '', documents.subarray(from, to), counts.subarray(from, to))
    }
    return writer.finish()
  }

  /** Sorts what is new, and puts it between what was sorted before. */
  #sort(names: readonly string[]): void {
    const old = this.#sorted
    if (old.length === names.length) return
    const isAstral = names.some(name => astral.test(name))
    const isBefore = isAstral ? (one: string, other: string) => byteOrder(one, other) < 0 : comesFirst
    const added = Array.from({ length: names.length - old.length }, (_, i) => old.length + i)
    added.sort((one, other) => (isBefore(names[one] ?? '', names[other] ?? '') ? -1 : 1))
    const all: number[] = []
    let at = 0
    for (const term of added) {
      while (at < old.length && isBefore(names[old[at] ?? 0] ?? '', names[term] ?? '')) all.push(old[at++] ?? 0)
      all.push(term)
    }
    this.#sorted = [...all, ...old.slice(at)]
  }

  /** The pairs by term, those of a term in the order of documents: `ends[term]` to `ends[term + 1]`. */
  #byTerm(terms: number): { ends: Int32Array; documents: Int32Array; counts: Uint8Array } {
    const pairs = this.#counter.pairs()
    const ends = new Int32Array(terms + 2)
    for (let i = 0; i < pairs.length; i++) {
      const at = ((pairs[i] ?? 0) >>> 8) + 2
      ends[at] = (ends[at] ?? 0) + 1
    }
    for (let i = 1; i < ends.length; i++) ends[i] = (ends[i] ?? 0) + (ends[i - 1] ?? 0)
    const documents = new Int32Array(pairs.length)
    const counts = new Uint8Array(pairs.length)
    for (let document = 0; document < this.#firstPairs.length; document++) {
      const end = this.#firstPairs[document + 1] ?? pairs.length
      for (let i = this.#firstPairs[document] ?? 0; i < end; i++) {
        const pair = pairs[i] ?? 0
        const at = (pair >>> 8) + 1
        const place = ends[at] ?? 0
        ends[at] = place + 1
        documents[place] = document
        counts[place] = pair & 255
      }
    }
    return { ends, documents, counts }
  }
}

const astral = /[\ud800-\uffff]/

function comesFirst(one: string, other: string): boolean {
  return one < other
}
