/** Who waits for a turn to end, in this process. */
export interface TurnEndSignal {
  /** How many turns have left so far. */
  count(): number
  notify(): void
  /** Until one has left after so many, at most so long; throws when the signal says so. */
  waitAfter(count: number, maxMs: number, signal: AbortSignal | undefined): Promise<void>
}

export function createTurnEndSignal(): TurnEndSignal {
  const waiting = new Set<() => void>()
  let ended = 0
  return {
    count: () => ended,
    notify() {
      ended++
      for (const wake of [...waiting]) wake()
    },
    async waitAfter(count, maxMs, signal) {
      signal?.throwIfAborted()
      // Somebody left while the caller was looking.
      if (ended !== count) return
      await new Promise<void>(resolve => {
        const timer = setTimeout(wake, maxMs)
        function wake() {
          clearTimeout(timer)
          waiting.delete(wake)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        waiting.add(wake)
        signal?.addEventListener('abort', wake, { once: true })
      })
      signal?.throwIfAborted()
    },
  }
}
