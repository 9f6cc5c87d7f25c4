/** Versions decide; timestamps play no part. */
interface Versions {
  current: number
  /** The version whose full content the session was given. */
  seen: number
  /** The version the caller says it started from. */
  base?: number | undefined
  force: boolean
}

export function updateConflicts({ current, seen, base, force }: Versions): boolean {
  if (base !== undefined && current !== base) return true
  return !force && current !== seen
}

/** What kinds of changes other sessions made to a record after the version this session has seen. */
export function unseenChanges(versions: Array<{ change: string; session_id: string }>, sessionId: string) {
  const foreign = versions.filter(version => version.session_id !== sessionId)
  return { any: foreign.length > 0, state: foreign.some(version => version.change === 'transition') }
}
