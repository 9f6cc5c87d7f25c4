/** Texts by the bytes they were made from; a few of them, each in the one place its bytes lead to. */
export class RecentTexts {
  readonly #texts: string[] = []
  readonly #bytes: Uint8Array[] = []

  /** The text made from the same bytes, if it is still here. */
  find(memory: Uint8Array, from: number, to: number): string | undefined {
    const known = this.#bytes[place(memory, from, to)]
    if (known?.length !== to - from) return undefined
    for (let i = known.length - 1; i >= 0; i--) if (known[i] !== memory[from + i]) return undefined
    return this.#texts[place(memory, from, to)]
  }

  keep(memory: Uint8Array, from: number, to: number, text: string): void {
    if (to - from > longest) return
    // A slice of a Buffer is no copy of it, and this memory is written to again.
    this.#bytes[place(memory, from, to)] = Uint8Array.from(memory.subarray(from, to))
    this.#texts[place(memory, from, to)] = text
  }
}

const longest = 256

/** Of 32 places; types differ in their length, their last letter or the one in their middle. */
function place(memory: Uint8Array, from: number, to: number): number {
  return ((to - from) * 7 + (memory[to - 1] ?? 0) * 3 + (memory[(from + to) >> 1] ?? 0)) & 31
}
