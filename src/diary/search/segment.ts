import { byteOrder } from '../../transcripts/byte-order.ts'
import { ByteReader, ByteWriter } from './bytes.ts'

/** Some terms in order, each with the documents it is in. */
export interface Block {
  /** Its first term. */
  first: string
  data: Uint8Array
}

/** What fits on one page of the database beside the first term; only a single long list is more. */
const blockSize = 3980

/** How far on the next document is, and how often it has the term. */
export function writePosting(writer: ByteWriter, step: number, count: number): void {
  if (count === 1) writer.number(step * 2)
  else {
    writer.number(step * 2 + 1)
    writer.number(count)
  }
}

export class BlockWriter {
  readonly #blocks: Block[] = []
  /** Where the documents of the next term are written. */
  readonly postings = new ByteWriter()
  readonly #block = new ByteWriter()
  #first: string | null = null
  #last = ''

  end(term: string): void {
    const most = this.#block.length + this.postings.length + term.length * 3 + 6
    if (most > blockSize) this.#close()
    this.#first ??= term
    const shared = sharedStart(this.#last, term)
    this.#block.number(shared)
    this.#block.text(term.slice(shared))
    this.#last = term
    this.#block.number(this.postings.length)
    this.#block.move(this.postings)
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
    const isOnce = step % 2 === 0
    document += isOnce ? step / 2 : (step - 1) / 2
    visit(document, isOnce ? 1 : reader.number())
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
    let last = base
    for (const { document, count } of (found.get(term) ?? []).sort((a, b) => a.document - b.document)) {
      writePosting(writer.postings, document - last, count)
      last = document
    }
    writer.end(term)
  }
  return writer.finish()
}
