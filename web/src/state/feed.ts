import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ActivityEntry } from '../../../src/records/schema.ts'
import { activityTypes } from './activity-words.ts'

export type FeedEntry = ActivityEntry & { project_id: string }
export type FeedStatus = 'connecting' | 'live' | 'lost'

/** Calls back for every entry that arrives while the component is mounted. */
export function useFeed(onEntry: (entry: FeedEntry) => void): void {
  const latest = useRef(onEntry)
  latest.current = onEntry
  useEffect(() => listen(entry => latest.current(entry)), [])
}

export function useFeedStatus(): FeedStatus {
  return useSyncExternalStore(watchStatus, () => status)
}

export function listen(listener: (entry: FeedEntry) => void): () => void {
  listeners.add(listener)
  open()
  return () => listeners.delete(listener)
}

const listeners = new Set<(entry: FeedEntry) => void>()
const statusListeners = new Set<() => void>()
let source: EventSource | undefined
let status: FeedStatus = 'connecting'
let lastId = 0

function open(): void {
  if (source) return
  source = new EventSource(lastId > 0 ? `/api/feed?after=${lastId}` : '/api/feed')
  source.onopen = () => setStatus('live')
  for (const type of activityTypes) source.addEventListener(type, deliver)
  source.onerror = () => {
    setStatus('lost')
    // The browser reconnects by itself except after an HTTP error, which closes the source for good.
    if (source?.readyState === EventSource.CLOSED) {
      source = undefined
      setTimeout(open, 3000)
    }
  }
}

function deliver(event: MessageEvent<string>): void {
  // The server writes the feed's entries in the shape of the schema.
  const entry = JSON.parse(event.data) as FeedEntry
  if (entry.id <= lastId) return
  lastId = entry.id
  for (const listener of listeners) listener(entry)
}

function setStatus(next: FeedStatus): void {
  if (next === status) return
  status = next
  for (const listener of statusListeners) listener()
}

function watchStatus(listener: () => void): () => void {
  statusListeners.add(listener)
  return () => statusListeners.delete(listener)
}
