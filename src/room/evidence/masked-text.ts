/** A line that is read in steps: what one step recognized, the following ones do not see. */
export class MaskedText {
  readonly text: string
  readonly #covered: Uint8Array
  #open: string | undefined

  constructor(text: string) {
    this.text = text
    this.#covered = new Uint8Array(text.length)
  }

  cover(start: number, end: number): void {
    this.#covered.fill(1, start, end)
    this.#open = undefined
  }

  /** As long as the text itself, with a mark for every covered unit. */
  get open(): string {
    this.#open ??= this.#covered.includes(1) ? this.#masked() : this.text
    return this.#open
  }

  #masked(): string {
    let masked = ''
    for (let at = 0; at < this.text.length; ) {
      const from = at
      const covered = this.#covered[at]
      while (at < this.text.length && this.#covered[at] === covered) at++
      masked += covered === 1 ? coveredMark.repeat(at - from) : this.text.slice(from, at)
    }
    return masked
  }
}

/** No letter, no digit, no blank: nothing that is read can reach across it. */
export const coveredMark = '\u0000'
