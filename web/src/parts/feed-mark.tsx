import { useFeedStatus } from '../state/feed.ts'

/** Whether this page receives changes of other sessions. */
export function FeedMark() {
  const status = useFeedStatus()
  const words = { live: 'Live', connecting: 'Connecting', lost: 'Not connected' }[status]
  return (
    <span className={`feed-mark ${status}`} title={`Updates from other sessions: ${words.toLowerCase()}`}>
      <span className="dot" aria-hidden="true" />
      {words}
    </span>
  )
}
