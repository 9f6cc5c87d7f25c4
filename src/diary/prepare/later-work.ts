/** So much of it is under way at a time. */
const most = 8

/** Work done behind what goes on, begun in the order it came; nobody waits for it before the end. */
export class LaterWork {
  readonly #waiting: Array<() => Promise<void>> = []
  readonly #running = new Set<Promise<void>>()
  #failure: { error: unknown } | null = null

  add(work: () => Promise<void>): void {
    this.#waiting.push(work)
    this.#begin()
  }

  /** When all of it is done; throws what the first that failed threw. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
    if (this.#failure) throw this.#failure.error
  }

  #begin(): void {
    while (this.#running.size < most) {
      const work = this.#waiting.shift()
      if (!work) return
      const done: Promise<void> = work()
        .catch(error => {
          this.#failure ??= { error }
        })
        .finally(() => {
          this.#running.delete(done)
          this.#begin()
        })
      this.#running.add(done)
    }
  }
}
