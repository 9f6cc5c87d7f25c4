/** From the first Ctrl-C on this is aborted; a second one ends the process at once. Stop listening when the work is done. */
export function interruptible(): { signal: AbortSignal; release(): void } {
  const controller = new AbortController()
  const hear = () => {
    if (controller.signal.aborted) process.exit(interrupted)
    controller.abort()
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const name of signals) process.on(name, hear)
  // Whoever only waits for an answer has nothing else that keeps the process.
  const stay = setInterval(() => {}, 60_000)
  return {
    signal: controller.signal,
    release() {
      clearInterval(stay)
      for (const name of signals) process.off(name, hear)
    },
  }
}

const interrupted = 130

/** What was begun was ended before its end. */
export const cancelledExit = 4
