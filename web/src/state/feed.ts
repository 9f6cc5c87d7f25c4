import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Build } from '../../../src/diary/build/journal.ts'
import type { DiaryActivity } from '../../../src/diary/feed.ts'
import type { GrownSession } from '../../../src/diary/watch/grown-session.ts'
import { activityTypes } from '../../../src/records/activity-types.ts'
import type { ActivityEntry } from '../../../src/records/schema.ts'
import { call } from '../api.ts'

export type FeedEntry = ActivityEntry & { project_id: string }
/** An entry about a write in the diary; its day is among the details. */
export type DiaryEntry = { id: number; type: DiaryActivity; details?: { date?: string } }
export type FeedStatus = 'connecting' | 'live' | 'lost'

/** Calls back for every entry that arrives while the component is mounted. */
export function useFeed(onEntry: (entry: FeedEntry) => void): void {
  const latest = useRef(onEntry)
  latest.current = onEntry
  useEffect(() => listen(entry => latest.current(entry)), [])
}

/** The same for writes in the diary. */
export function useDiaryFeed(onEntry: (entry: DiaryEntry) => void): void {
  const latest = useRef(onEntry)
  latest.current = onEntry
  useEffect(() => {
    const listener = (entry: DiaryEntry) => latest.current(entry)
    diaryListeners.add(listener)
    open()
    return () => {
      diaryListeners.delete(listener)
    }
  }, [])
}

/** What happens now and is not kept; a page that was away asks for the present state instead. */
interface Notices {
  diary_build: Build
  transcript_grew: GrownSession
}

/** Calls back for every notice of a type that arrives while the component is mounted. */
export function useNotice<T extends keyof Notices>(type: T, onNotice: (data: Notices[T]) => void): void {
  const latest = useRef(onNotice)
  latest.current = onNotice
  useEffect(() => {
    const listener = (data: object) => latest.current(data as Notices[T])
    noticeListeners[type].add(listener)
    open()
    return () => {
      noticeListeners[type].delete(listener)
    }
  }, [type])
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
const diaryListeners = new Set<(entry: DiaryEntry) => void>()
const diaryTypes: { [type in DiaryActivity]: true } = {
  evidence_appended: true,
  work_item_appended: true,
  report_slot_written: true,
  diary_prepared: true,
  diary_rendered: true,
  diary_removed: true,
  diary_forgotten: true,
  diary_published: true,
}
const noticeListeners: { [type in keyof Notices]: Set<(data: object) => void> } = {
  diary_build: new Set(),
  transcript_grew: new Set(),
}
const statusListeners = new Set<() => void>()
let source: EventSource | undefined
let status: FeedStatus = 'connecting'
let lastId = 0

function open(): void {
  if (source) return
  source = new EventSource(lastId > 0 ? `/api/feed?after=${lastId}` : '/api/feed')
  source.onopen = () => setStatus('live')
  for (const type of activityTypes) source.addEventListener(type, event => deliver(event, listeners))
  for (const type of Object.keys(diaryTypes)) source.addEventListener(type, event => deliver(event, diaryListeners))
  for (const [type, listeners] of Object.entries(noticeListeners)) {
    // The server writes notices in the shape of their types.
    source.addEventListener(type, ({ data }: MessageEvent<string>) => {
      for (const listener of listeners) listener(JSON.parse(data) as object)
    })
  }
  source.onerror = () => {
    setStatus('lost')
    // The browser reconnects by itself except after an HTTP error, which closes the source for good.
    if (source?.readyState === EventSource.CLOSED) {
      source = undefined
      // An EventSource does not report why it was refused; a call does, and then the page shows that it is signed out.
      call('list_projects', {}).catch(() => {})
      setTimeout(open, 3000)
    }
  }
}

function deliver<E extends { id: number }>(event: MessageEvent<string>, to: ReadonlySet<(entry: E) => void>): void {
  // The server writes the feed's entries in the shape of the schema.
  const entry = JSON.parse(event.data) as E
  if (entry.id <= lastId) return
  lastId = entry.id
  for (const listener of to) listener(entry)
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
