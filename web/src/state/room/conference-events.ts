import { useEffect, useState } from 'react'
import { refreshRoom } from './queries.ts'
import { type ConferenceEvent, type ConferenceProgress, noProgress, withEvent } from './round-progress.ts'

/** Follows a conference from its first event: live progress, and when to reload its records. */
export function useConferenceEvents(project: string, id: string): ConferenceProgress {
  const [progress, setProgress] = useState(noProgress)
  useEffect(() => {
    setProgress(noProgress)
    return follow(project, id, setProgress)
  }, [project, id])
  return progress
}

const types = [
  ...['conference.opened', 'conference.closed', 'attendee.updated', 'card.updated'],
  ...['started', 'cancelled', 'interrupted', 'resumed', 'closing', 'closed'].map(each => `round.${each}`),
  ...['phase.started', 'phase.finished', 'tool.started', 'tool.finished'],
  ...['queued', 'started', 'progress', 'retry'].map(each => `turn.${each}`),
  ...['accepted', 'abstained', 'skipped', 'rejected', 'stopped', 'error'].map(each => `turn.${each}`),
]

/** These change only the counts of a turn, not its records. */
const onlyCounts = new Set(['turn.progress', 'tool.started', 'tool.finished', 'turn.retry'])
const togetherMs = 60
const againMs = 3000

function follow(project: string, id: string, show: (progress: ConferenceProgress) => void): () => void {
  const refresh = oneAtATime(() =>
    refreshRoom(project, 'room_conference_show', 'room_round_list', 'room_conference_transcript'),
  )
  let progress = noProgress
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let isChanged = false
  let isOver = false

  function deliver(event: MessageEvent<string>) {
    // The server writes events in the shape of its journal.
    const received = JSON.parse(event.data) as ConferenceEvent
    progress = withEvent(progress, received)
    isChanged ||= !onlyCounts.has(received.type)
    isOver ||= received.type === 'conference.closed'
    timer ??= setTimeout(() => {
      timer = undefined
      show(progress)
      if (isChanged) refresh()
      isChanged = false
    }, togetherMs)
  }

  function open() {
    const path = `/api/projects/${encodeURIComponent(project)}/conferences/${encodeURIComponent(id)}/events`
    source = new EventSource(`${path}?after=${progress.seq}`)
    for (const type of types) source.addEventListener(type, deliver)
    source.onerror = () => {
      // The browser reconnects by itself except after an HTTP error; a closed conference sends nothing more.
      if (source?.readyState === EventSource.CLOSED && !isOver) again = setTimeout(open, againMs)
    }
  }

  open()
  return () => {
    source?.close()
    clearTimeout(timer)
    clearTimeout(again)
  }
}

/** Work requested while it is running runs once more afterwards, not several times at once. */
function oneAtATime(work: () => Promise<void>): () => void {
  let isWorking = false
  let isWanted = false
  return async function ask() {
    isWanted = true
    if (isWorking) return
    isWorking = true
    while (isWanted) {
      isWanted = false
      await work().catch(() => {})
    }
    isWorking = false
  }
}
