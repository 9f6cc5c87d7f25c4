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
let isFollowing = false
/** Of the one page that holds it. */
let source: EventSource | undefined
let status: FeedStatus = 'connecting'
/** Of the newest entry that was told, or of the one before the stream began; of an empty database it is 0. */
let lastId = -1

/** What the page that holds the stream tells the other pages of this browser. */
type Told =
  | { type: string; data: string }
  | { status: FeedStatus; lastId: number; isRefused?: boolean }
  | { asks: 'status' }
let tell: (told: Told) => void = () => {}

/** A browser keeps six connections to a server for all of its pages, so one of them holds the stream for all. */
function open(): void {
  if (isFollowing) return
  isFollowing = true
  // Outside secure contexts there are no locks, and each page has a stream of its own.
  if (navigator.locks) void holdInTurn()
  else connect()
}

const streamName = 'daybook.feed'

async function holdInTurn(): Promise<void> {
  const channel = new BroadcastChannel(streamName)
  tell = told => channel.postMessage(told)
  let waiting = new AbortController()
  let leave = () => {}
  // A page that nobody sees may be suspended: it waits for no stream, and leaves its own to a page that waits.
  document.addEventListener('visibilitychange', async () => {
    if (!isUnseen()) return
    waiting.abort()
    const { pending = [] } = await navigator.locks.query()
    if (isUnseen() && pending.some(({ name }) => name === streamName)) leave()
  })
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    hear(data)
    // Only a page that waits asks.
    if ('asks' in data && isUnseen()) leave()
  }
  for (;;) {
    while (isUnseen()) {
      await new Promise(resolve => document.addEventListener('visibilitychange', resolve, { once: true }))
    }
    waiting = new AbortController()
    const held = navigator.locks.request(streamName, { signal: waiting.signal }, () => {
      connect()
      return new Promise<void>(resolve => {
        leave = () => {
          // First, so that no two pages tell the same.
          source?.close()
          source = undefined
          resolve()
        }
      })
    })
    tell({ asks: 'status' })
    try {
      await held
    } catch {
      // A browser that keeps no data for the page refuses locks.
      if (!waiting.signal.aborted) return connect()
    }
  }
}

function isUnseen(): boolean {
  return document.visibilityState === 'hidden'
}

function connect(): void {
  const stream = new EventSource(lastId >= 0 ? `/api/feed?after=${lastId}` : '/api/feed')
  source = stream
  // Between two pages that hold it, notices may be lost.
  if (status === 'live') spread({ status: 'connecting', lastId })
  stream.addEventListener('following', ({ lastEventId }: MessageEvent<string>) => {
    lastId = Math.max(lastId, Number(lastEventId))
    spread({ status: 'live', lastId })
  })
  for (const type of [...activityTypes, ...Object.keys(diaryTypes), ...Object.keys(noticeListeners)]) {
    stream.addEventListener(type, ({ data }: MessageEvent<string>) => spread({ type, data }))
  }
  stream.onerror = () => {
    // The browser reconnects by itself except after an HTTP error, which closes the stream for good.
    const isRefused = stream.readyState === EventSource.CLOSED
    spread({ status: 'lost', lastId, isRefused })
    if (isRefused) setTimeout(() => source === stream && connect(), 3000)
  }
}

function spread(told: Told): void {
  tell(told)
  hear(told)
}

function hear(told: Told): void {
  if ('asks' in told) {
    if (source) tell({ status, lastId })
  } else if ('type' in told) {
    deliver(told.type, told.data)
  } else {
    // A page that is opened later goes on from where the others are when the stream becomes its own.
    lastId = Math.max(lastId, told.lastId)
    setStatus(told.status)
    // An EventSource does not report why it was refused; a call does, and then the page shows that it is signed out.
    if (told.isRefused) call('list_projects', {}).catch(() => {})
  }
}

/** The server writes entries and notices in the shape of their types. */
function deliver(type: string, data: string): void {
  if (type in noticeListeners) {
    for (const listener of noticeListeners[type as keyof Notices]) listener(JSON.parse(data) as object)
  } else if (type in diaryTypes) {
    deliverNew(JSON.parse(data) as DiaryEntry, diaryListeners)
  } else {
    deliverNew(JSON.parse(data) as FeedEntry, listeners)
  }
}

function deliverNew<E extends { id: number }>(entry: E, to: ReadonlySet<(entry: E) => void>): void {
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
