/** What a shell shows for a program that Ctrl-C ended. */
export const interruptedExit = 130

/** Settles at the first SIGINT, SIGTERM or SIGHUP; a second one ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise(resolve => void onStop(['SIGINT', 'SIGTERM', 'SIGHUP'], resolve))
}

/** Runs work that the first Ctrl-C ends early; a second one ends the process at once. */
export async function interruptible<R>(work: (signal: AbortSignal) => Promise<R>): Promise<R> {
  const controller = new AbortController()
  const stopListening = onStop(['SIGINT', 'SIGTERM'], () => controller.abort())
  // A command that only waits for an answer has nothing else that keeps the process running.
  const stay = setInterval(() => {}, 60_000)
  try {
    return await work(controller.signal)
  } finally {
    clearInterval(stay)
    stopListening()
  }
}

function onStop(signals: readonly NodeJS.Signals[], stop: () => void): () => void {
  let isAsked = false
  const onSignal = () => {
    if (isAsked) process.exit(interruptedExit)
    isAsked = true
    stop()
  }
  for (const name of signals) process.on(name, onSignal)
  return () => {
    for (const name of signals) process.off(name, onSignal)
  }
}

/** Whatever still holds the process when its work is done must not keep it alive. */
export function exitSoon(): void {
  setTimeout(() => process.exit(), 3000).unref()
}
