/** Settles at the first SIGINT, SIGTERM or SIGHUP; a second one ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise(resolve => {
    let asked = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(interrupted)
        asked = true
        resolve()
      })
    }
  })
}

/** Whatever still holds the process when its work is done must not keep it alive. */
export function leaveSoon(): void {
  setTimeout(() => process.exit(), 3000).unref()
}

const interrupted = 130
