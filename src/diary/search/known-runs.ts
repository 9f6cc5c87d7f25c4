/** A run of letters is known by its bytes, four to a number; of a longer one only the beginning is used. */
export const longestKey = 17

/** The runs of letters that were seen, with the terms and the number of words of each. */
export class KnownRuns {
  /** The run that is looked for or added. */
  readonly key = new Int32Array(longestKey)
  termIds = new Int32Array(2048)
  /** Two numbers a slot: a hash and the run, counted from 1. */
  #slots = new Int32Array(4096)
  /** Three numbers for each run, and one set more: where its key and its terms begin, and its words. */
  #runs = new Int32Array(3 * 512)
  #keys = new Int32Array(2048)
  #count = 0

  firstTerm(run: number): number {
    return this.#runs[run * 3 + 1] ?? 0
  }

  words(run: number): number {
    return this.#runs[run * 3 + 2] ?? 0
  }

  /** The number of the run that `key` holds, or -1. */
  find(hash: number, length: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    for (let slot = slotOf(hash) & mask; ; slot = (slot + 2) & mask) {
      const run = (slots[slot + 1] ?? 0) - 1
      if (run < 0) return -1
      if (slots[slot] === hash && this.#isKey(run, length)) return run
    }
  }

  add(hash: number, length: number, words: number, terms: readonly number[]): number {
    const run = this.#count++
    const at = run * 3
    if (at + 6 > this.#runs.length) this.#runs = larger(this.#runs)
    const from = this.#runs[at] ?? 0
    const first = this.#runs[at + 1] ?? 0
    while (from + length > this.#keys.length) this.#keys = larger(this.#keys)
    while (first + terms.length > this.termIds.length) this.termIds = larger(this.termIds)
    this.#keys.set(this.key.subarray(0, length), from)
    this.termIds.set(terms, first)
    this.#runs[at + 2] = words
    this.#runs[at + 3] = from + length
    this.#runs[at + 4] = first + terms.length
    if (this.#count * 4 > this.#slots.length) this.#growSlots()
    this.#place(hash, run)
    return run
  }

  #isKey(run: number, length: number): boolean {
    const from = this.#runs[run * 3] ?? 0
    if ((this.#runs[run * 3 + 3] ?? 0) - from !== length) return false
    const { key } = this
    const keys = this.#keys
    for (let i = 0; i < length; i++) if (keys[from + i] !== key[i]) return false
    return true
  }

  #place(hash: number, run: number): void {
    const mask = this.#slots.length - 1
    let slot = slotOf(hash) & mask
    while (this.#slots[slot + 1] !== 0) slot = (slot + 2) & mask
    this.#slots[slot] = hash
    this.#slots[slot + 1] = run + 1
  }

  #growSlots(): void {
    const old = this.#slots
    this.#slots = new Int32Array(old.length * 2)
    for (let slot = 0; slot < old.length; slot += 2) {
      const run = (old[slot + 1] ?? 0) - 1
      if (run >= 0) this.#place(old[slot] ?? 0, run)
    }
  }
}

/** The highest bits depend on all bytes; slots are even. */
function slotOf(hash: number): number {
  return ((hash >>> 16) ^ hash) << 1
}

export function larger(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(numbers.length * 2)
  more.set(numbers)
  return more
}
