/**
 * For work that is begun before its outcome is needed. Whoever awaits it is told of a failure; when nobody does any more,
 * because something before it failed, that is the failure to tell.
 */
export function start<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return work
}
