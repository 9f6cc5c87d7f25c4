import { setTimeout as sleep } from 'node:timers/promises'
import { pollMs } from './jobs.ts'

/** Something that happened, numbered within its log from 1 on. */
export interface LoggedEvent {
  seq: number
  type: string
  data: object
}

/** A log that can be followed while it grows, in whichever process that happens. */
export interface EventLog {
  isKnown(): Promise<boolean>
  /** In order of seq. */
  after(seq: number): Promise<readonly LoggedEvent[]>
  /** Whether nothing more will come. */
  isOver(): Promise<boolean>
}

interface FollowOptions {
  /** Events up to this one are known already. */
  after?: number
  /** Answers an empty list when nothing happened for this long. */
  silenceMs?: number
  signal?: AbortSignal
  /** The end of the work, where this process does it: looked at once more without waiting. */
  end?: Promise<unknown> | undefined
}

/**
 * Whether the last event of a log is written, once the state of the work says that it ended: the state is written first,
 * and a process that died in between never writes the event.
 */
export function isLastWritten(
  events: readonly { type: string }[],
  { type, endedAt, now }: { type: string; endedAt: string | null; now: number },
): boolean {
  return events.at(-1)?.type === type || endedAt === null || now - Date.parse(endedAt) > lastEventMs
}

const lastEventMs = 5000

/** What happens in a log, until it is over or can no longer be opened. It is opened again for every look. */
export async function* follow(
  open: () => Promise<EventLog | undefined>,
  { after = 0, silenceMs = Number.POSITIVE_INFINITY, signal, end }: FollowOptions = {},
): AsyncGenerator<readonly LoggedEvent[]> {
  let cursor = after
  let silentSince = Date.now()
  let ended = end?.then(() => {
    ended = undefined
  })
  while (!signal?.aborted) {
    const log = await open()
    if (!log) return
    // Asked first: what is written between the two questions is read with the next look.
    const isOver = await log.isOver()
    const events = await log.after(cursor)
    cursor = events.at(-1)?.seq ?? cursor
    if (events.length > 0 || (!isOver && Date.now() - silentSince >= silenceMs)) {
      yield events
      silentSince = Date.now()
    }
    if (isOver && events.length === 0) return
    if (events.length === 0) await pause(ended, signal)
  }
}

async function pause(ended: Promise<unknown> | undefined, signal: AbortSignal | undefined): Promise<void> {
  const timer = new AbortController()
  const any = signal ? AbortSignal.any([signal, timer.signal]) : timer.signal
  await Promise.race([sleep(pollMs, undefined, { signal: any }).catch(() => {}), ...(ended ? [ended] : [])])
  timer.abort()
}

/** Something that happens now and is not kept: a listener that is away asks for the present state instead. */
export interface Notice {
  type: string
  data: object
}

/** Notices of this process, for those who follow the feed of this process. */
export interface Notices {
  send(notice: Notice): void
  /** Answers how to stop listening. */
  listen(listener: (notice: Notice) => void): () => void
}

export function openNotices(): Notices {
  const listeners = new Set<(notice: Notice) => void>()
  return {
    send(notice) {
      for (const listener of listeners) listener(notice)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
