/** Who waits for a turn to end, in this process. */
export interface Departures {
  /** How many turns have left so far. */
  count(): number
  tell(): void
  /** Until one has left after so many, at most so long; throws when the signal says so. */
  since(count: number, mostMs: number, signal: AbortSignal | undefined): Promise<void>
}

export function openDepartures(): Departures {
  const waiting = new Set<() => void>()
  let left = 0
  return {
    count: () => left,
    tell() {
      left++
      for (const wake of [...waiting]) wake()
    },
    async since(count, mostMs, signal) {
      signal?.throwIfAborted()
      // Somebody left while the caller was looking.
      if (left !== count) return
      await new Promise<void>(resolve => {
        const timer = setTimeout(wake, mostMs)
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
