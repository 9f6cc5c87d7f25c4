/** Two numbers of eight bytes each: a hash of the record's id, and its time. */
const wordsPerMark = 2
const bytesPerMark = wordsPerMark * 8

interface RecordMark {
  id: bigint
  at: number
}

/** The timestamped records of a file that have an id, small enough to keep for every file. */
export class RecordMarks {
  #words: Float64Array<ArrayBuffer>
  #halves: Uint32Array<ArrayBuffer>
  #count: number

  constructor(kept: Uint8Array | null = null, count = 0) {
    this.#count = count
    this.#words = new Float64Array(Math.max(64, count * wordsPerMark * 2))
    this.#halves = new Uint32Array(this.#words.buffer)
    if (kept) this.#bytes().set(kept.subarray(0, count * bytesPerMark))
  }

  get count(): number {
    return this.#count
  }

  add(id: string, at: number): void {
    const word = this.#next()
    hashInto(this.#halves, word * 2, id)
    this.#words[word + 1] = at
    this.#count++
  }

  /** As `add` of an id whose hash is known, by its halves. */
  addHash(low: number, high: number, at: number): void {
    const word = this.#next()
    this.#halves[word * 2] = low
    this.#halves[word * 2 + 1] = high
    this.#words[word + 1] = at
    this.#count++
  }

  /** The place of the next mark. */
  #next(): number {
    const word = this.#count * wordsPerMark
    if (word + wordsPerMark > this.#words.length) {
      const larger = new Float64Array(this.#words.length * 2)
      larger.set(this.#words)
      this.#words = larger
      this.#halves = new Uint32Array(larger.buffer)
    }
    return word
  }

  packed(): Uint8Array {
    return this.#bytes().slice(0, this.#count * bytesPerMark)
  }

  #bytes(): Uint8Array {
    return new Uint8Array(this.#words.buffer)
  }
}

export function unpackMarks(packed: Uint8Array): RecordMark[] {
  const whole = packed.slice().buffer
  const ids = new BigUint64Array(whole)
  const times = new Float64Array(whole)
  return Array.from({ length: packed.length / bytesPerMark }, (_, i) => ({
    id: ids[i * wordsPerMark] ?? 0n,
    at: times[i * wordsPerMark + 1] ?? 0,
  }))
}

/** 64 bits of a text; two lanes with different multipliers, mixed into each other at the end. json-scan.as has the same of bytes. */
function hashInto(out: Uint32Array, index: number, text: string): void {
  let a = 0x9e3779b9
  let b = 0x85ebca6b
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 0x27d4eb2f)
    b = Math.imul(b ^ unit, 0x165667b1)
    a ^= a >>> 15
    b ^= b >>> 13
  }
  out[index] = Math.imul(a ^ (b >>> 16), 0x2c1b3c6d)
  out[index + 1] = Math.imul(b ^ (a >>> 16), 0x297a2d39)
}
