/** Passages in ascending order, each with what it is worth. */
export interface Weighed {
  passages: Int32Array
  scores: Float32Array
}

/** The lists that were read last, as many as there is room for. Nobody changes what is in them. */
export class KeptLists {
  readonly #room: number
  /** The one used last is the last. */
  readonly #lists = new Map<string, Weighed>()
  #bytes = 0

  constructor(room: number) {
    this.#room = room
  }

  get(name: string): Weighed | undefined {
    const found = this.#lists.get(name)
    if (!found) return undefined
    this.#lists.delete(name)
    this.#lists.set(name, found)
    return found
  }

  keep(name: string, list: Weighed): void {
    this.#bytes += sizeOf(name, list)
    this.#lists.set(name, list)
    for (const [oldest, dropped] of this.#lists) {
      if (this.#bytes <= this.#room) return
      this.#lists.delete(oldest)
      this.#bytes -= sizeOf(oldest, dropped)
    }
  }
}

/** With what an entry takes besides: many terms are in no passage. */
function sizeOf(name: string, { passages, scores }: Weighed): number {
  return name.length * 2 + passages.byteLength + scores.byteLength + aroundEntry
}

const aroundEntry = 400
