/**
 * Marks work as started before its result is needed. A failure reaches the code that awaits it; when an earlier step
 * failed and this one is not awaited any more, the earlier failure is the one reported, and this one must not be unhandled.
 */
export function startEarly<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return work
}
