import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Somebody asked for the end of the work. */
export const cancelled = new Error('The work was cancelled.')

export function isCancelled(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason === cancelled
}

/** Asks whoever works on something, in whatever process, to end. */
export async function askToCancel(mark: string): Promise<void> {
  await mkdir(dirname(mark), { recursive: true, mode: 0o700 })
  await writeFile(mark, '')
}

export async function clearMark(mark: string): Promise<void> {
  await rm(mark, { force: true })
}

const lookMs = 150

/** Does the work with a signal that also ends when somebody leaves the mark. */
export async function untilCancelled<T>(
  mark: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const end = () => controller.abort(signal.reason)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  const timer = setInterval(() => {
    stat(mark).then(
      () => controller.abort(cancelled),
      () => {},
    )
  }, lookMs)
  timer.unref()
  try {
    return await work(controller.signal)
  } finally {
    clearInterval(timer)
    signal.removeEventListener('abort', end)
  }
}
