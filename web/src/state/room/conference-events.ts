import { useEffect, useState } from 'react'
import { refreshRoom } from './queries.ts'
import { nothingTold, type Told, type ToldEvent, toldWith } from './round-progress.ts'

/** Follows a conference from its first event: what the records do not say, and when to read them again. */
export function useConferenceEvents(project: string, id: string): Told {
  const [told, setTold] = useState(nothingTold)
  useEffect(() => {
    setTold(nothingTold)
    return follow(project, id, setTold)
  }, [project, id])
  return told
}

const types = [
  ...['conference.opened', 'conference.closed', 'attendee.updated', 'card.updated'],
  ...['started', 'cancelled', 'interrupted', 'resumed', 'closing', 'closed'].map(each => `round.${each}`),
  ...['phase.started', 'phase.finished', 'tool.started', 'tool.finished'],
  ...['queued', 'started', 'progress', 'retry'].map(each => `turn.${each}`),
  ...['accepted', 'abstained', 'skipped', 'rejected', 'stopped', 'error'].map(each => `turn.${each}`),
]

/** After these only the counts of a turn differ; its records are as they were. */
const onlyCounts = new Set(['turn.progress', 'tool.started', 'tool.finished', 'turn.retry'])
const togetherMs = 60
const againMs = 3000

function follow(project: string, id: string, show: (told: Told) => void): () => void {
  const refresh = oneAtATime(() =>
    refreshRoom(project, 'room_conference_show', 'room_round_list', 'room_conference_transcript'),
  )
  let told = nothingTold
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let isChanged = false
  let isOver = false

  function deliver(event: MessageEvent<string>) {
    // The server writes events in the shape of its journal.
    const one = JSON.parse(event.data) as ToldEvent
    told = toldWith(told, one)
    isChanged ||= !onlyCounts.has(one.type)
    isOver ||= one.type === 'conference.closed'
    timer ??= setTimeout(() => {
      timer = undefined
      show(told)
      if (isChanged) refresh()
      isChanged = false
    }, togetherMs)
  }

  function open() {
    const path = `/api/projects/${encodeURIComponent(project)}/conferences/${encodeURIComponent(id)}/events`
    source = new EventSource(`${path}?after=${told.seq}`)
    for (const type of types) source.addEventListener(type, deliver)
    source.onerror = () => {
      // The browser comes back by itself except after an HTTP error; of a closed conference nothing more comes.
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

/** Work that is asked for while it is being done is done once more afterwards, not several times at once. */
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
