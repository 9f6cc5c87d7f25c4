import type { SessionItem } from './session-row.tsx'

/** A session's status, and how stale it is. */
export function SessionMark({ status, staleness }: Pick<SessionItem, 'status' | 'staleness'>) {
  const words = status === 'stale' ? `stale, ${staleness}` : status
  return (
    <span className={`session-mark ${status} ${staleness}`}>
      <span className="dot" aria-hidden="true" />
      {words}
    </span>
  )
}
