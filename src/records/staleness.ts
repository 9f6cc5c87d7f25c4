import type { SessionRow } from '../db/tables.ts'

type SessionStatus = 'active' | 'stale' | 'closed'
type Staleness = 'none' | 'mild' | 'moderate' | 'severe'

/** How many writes happened since the session last synced; wall-clock time plays no part. */
export function tickGap(projectTick: number, session: Pick<SessionRow, 'last_sync_tick'>): number {
  return projectTick - session.last_sync_tick
}

/** `1 write`, `2 writes`. */
export function writesWords(gap: number): string {
  return gap === 1 ? '1 write' : `${gap} writes`
}

export function stalenessOf(gap: number): Staleness {
  if (gap <= 10) return 'none'
  if (gap <= 50) return 'mild'
  return gap <= 200 ? 'moderate' : 'severe'
}

export function statusOf(
  projectTick: number,
  session: Pick<SessionRow, 'last_sync_tick' | 'closed_ts'>,
  threshold: number,
): SessionStatus {
  if (session.closed_ts !== null) return 'closed'
  return tickGap(projectTick, session) > threshold ? 'stale' : 'active'
}

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
