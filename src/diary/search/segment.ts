import { byteOrder } from '../../kernel/byte-order.ts'
import { BitWriter, ByteReader, ByteWriter } from './bytes.ts'

/** Some terms in order, each with the documents it is in. */
export interface Block {
  /** Its first term. */
  first: string
  data: Uint8Array
}

/** What fits on one page of the database beside the first term; only a single long list is more. */
const blockSize = 3980

/** A list of documents has at most so many of them in a byte. */
export const mostPerByte = 4

export class BlockWriter {
  readonly #blocks: Block[] = []
  readonly #postings = new BitWriter()
  readonly #block = new ByteWriter()
  #first: string | null = null
  #last = ''

  /** Adds a term with the documents that have it, which rise, and how often each does; terms come in order. */
  add(term: string, documents: Int32Array, counts: Uint8Array): void {
    const postings = this.#postings
    writePostings(postings, documents, counts)
    const most = this.#block.length + postings.length + term.length * 3 + 6
    if (most > blockSize) this.#close()
    this.#first ??= term
    const shared = sharedStart(this.#last, term)
    this.#block.number(shared)
    this.#block.text(term.slice(shared))
    this.#last = term
    this.#block.number(postings.length)
    this.#block.bytes(postings.take())
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

/** The bytes of the postings of one term of a block, if it has the term. */
export function postingsIn(data: Uint8Array, wanted: string): Uint8Array | undefined {
  const reader = new ByteReader(data)
  // How many characters of it the last term began with: most terms need not be read to see that they are another one.
  let alike = 0
  while (!reader.isAtEnd) {
    const shared = reader.number()
    // Terms rise, so from here on all come after it.
    if (shared < alike) return undefined
    if (shared > alike) reader.skip(reader.number())
    else {
      const rest = reader.text()
      alike += sharedStart(wanted.slice(shared), rest)
      if (alike === wanted.length && shared + rest.length === alike) return reader.bytes(reader.number())
    }
    reader.skip(reader.number())
  }
  return undefined
}

/**
 * Writes how far on each document is and how often it has the term, as Rice codes: of a step all but its lowest bits are
 * written as ones and a zero, so that steps of about that many bits are short. A count is ones and a zero as well.
 */
function writePostings(writer: BitWriter, documents: Int32Array, counts: Uint8Array): void {
  const size = documents.length
  const between = Math.floor(((documents[size - 1] ?? 0) + 1 - size) / size)
  const low = Math.min(mostLowBits, 31 - Math.clz32(Math.max(1, between)))
  writer.bits(low, lowBitsSize)
  let next = 0
  for (let i = 0; i < size; i++) {
    const step = (documents[i] ?? 0) - next
    next += step + 1
    const high = step >>> low
    const lowest = step & ((1 << low) - 1)
    const more = (counts[i] ?? 1) - 1
    const length = high + low + more + 2
    if (length <= longestCode && more < manyMore) {
      writer.bits((((((2 << high) - 2) << low) | lowest) << (more + 1)) | ((2 << more) - 2), length)
      continue
    }
    writer.ones(high)
    writer.bits(lowest, low)
    if (more < manyMore) writer.ones(more)
    else {
      writer.bits((1 << manyMore) - 1, manyMore)
      writer.bits(more, 8)
    }
  }
}

/** What is written at once, as nearly all are. */
const longestCode = 16
const lowBitsSize = 4
const mostLowBits = 15
/** From so many on, a count is written as a number. */
const manyMore = 8

/** The documents of a term, numbered from the first of their segment, and how often each has it. */
export interface PostingList {
  documents: Int32Array
  counts: Uint8ClampedArray
}

/** Room for the documents of some lists, which have so many bytes together. */
export function postingsOf(bytes: number): PostingList {
  const most = bytes * mostPerByte
  return { documents: new Int32Array(most), counts: new Uint8ClampedArray(most) }
}

/** Puts the documents of a term into a list, from a place on. Answers the place after the last one. */
export function readPostings(postings: Uint8Array, { documents, counts }: PostingList, place = 0): number {
  const end = postings.length
  let size = place
  // The next bits, the first of them the highest; those that were not read yet are zero.
  let word = (postings[0] ?? 0) << 28
  let left = 4
  let at = 1
  const low = (postings[0] ?? 0) >>> 4
  for (let next = 0; ; ) {
    let high = 0
    for (;;) {
      while (left <= 24 && at < end) {
        word |= (postings[at++] ?? 0) << (24 - left)
        left += 8
      }
      const ones = Math.clz32(~word)
      high += ones
      if (ones < left) {
        word <<= ones + 1
        if (ones === 31) word = 0
        left -= ones + 1
        break
      }
      // Only ones follow the last document.
      if (at >= end) return size
      word = 0
      left = 0
    }
    while (left <= 24 && at < end) {
      word |= (postings[at++] ?? 0) << (24 - left)
      left += 8
    }
    next += (high << low) + (low === 0 ? 0 : word >>> (32 - low))
    word <<= low
    left -= low
    while (left <= 24 && at < end) {
      word |= (postings[at++] ?? 0) << (24 - left)
      left += 8
    }
    documents[size] = next++
    const ones = Math.clz32(~word)
    if (ones < manyMore) {
      counts[size] = ones + 1
      word <<= ones + 1
      left -= ones + 1
    } else {
      counts[size] = ((word << manyMore) >>> 24) + 1
      word <<= manyMore + 8
      left -= manyMore + 8
    }
    size++
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
        const list = postingsOf(postings.length)
        const size = readPostings(postings, list)
        for (let i = 0; i < size; i++) {
          const document = segment.base + (list.documents[i] ?? 0)
          if (!isLive(document)) continue
          const count = list.counts[i] ?? 1
          const known = found.get(term)
          if (known) known.push({ document, count })
          else found.set(term, [{ document, count }])
        }
      })
    }
  }
  const writer = new BlockWriter()
  for (const term of [...found.keys()].sort(byteOrder)) {
    const postings = (found.get(term) ?? []).sort((a, b) => a.document - b.document)
    const documents = Int32Array.from(postings, ({ document }) => document - base)
    writer.add(
      term,
      documents,
      Uint8Array.from(postings, ({ count }) => count),
    )
  }
  return writer.finish()
}
