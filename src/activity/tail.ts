import type { Db } from '../db/db.ts'
import { endOfFeed } from './feed.ts'

/** Knows how far the feed reaches, for any number of readers; watches the database only while there are some. */
interface ActivityTail {
  /** The last id up to which every entry can be read right now. */
  end(): Promise<number>
  join(): FeedReader
  /** Makes every reader leave. */
  close(): void
}

interface FeedReader {
  readonly left: boolean
  /** The newest id once it is greater than `after`; undefined after `ms` without one, or when the reader leaves. */
  beyond(after: number, ms: number): Promise<number | undefined>
  /** Ends a wait early, as silence would. */
  wake(): void
  leave(): void
}

interface TailOptions {
  log: (line: string) => void
  /** Looks again after this long even without a notice: a lost notice delays an entry, it never loses it. */
  lookMs?: number
}

export function tailActivity(db: Db, { log, lookMs = 2000 }: TailOptions): ActivityTail {
  const readers = new Set<Reader>()
  let closed = false
  let stopWatching: (() => void) | undefined
  let known = 0
  let looking = false
  let lookAgain = false

  const end = () => db.read(endOfFeed)

  async function look(): Promise<void> {
    lookAgain = true
    if (looking) return
    looking = true
    while (lookAgain && readers.size > 0) {
      lookAgain = false
      try {
        known = Math.max(known, await end())
        for (const reader of readers) reader.reached(known)
      } catch (error) {
        log(`The activity feed could not be read: ${String(error)}`)
      }
    }
    looking = false
  }

  function watch(): () => void {
    const stop = db.watch(look)
    const timer = setInterval(look, lookMs)
    return () => {
      stop()
      clearInterval(timer)
    }
  }

  return {
    end,
    join() {
      const reader = new Reader(known, () => {
        readers.delete(reader)
        if (readers.size > 0) return
        stopWatching?.()
        stopWatching = undefined
      })
      readers.add(reader)
      stopWatching ??= watch()
      if (closed) reader.leave()
      else void look()
      return reader
    },
    close() {
      closed = true
      for (const reader of [...readers]) reader.leave()
    },
  }
}

class Reader implements FeedReader {
  left = false
  #known: number
  readonly #onLeave: () => void
  #wake: (() => void) | undefined
  #isWoken = false

  constructor(known: number, onLeave: () => void) {
    this.#known = known
    this.#onLeave = onLeave
  }

  reached(end: number): void {
    this.#known = end
    this.#wake?.()
  }

  async beyond(after: number, ms: number): Promise<number | undefined> {
    const deadline = performance.now() + ms
    while (!this.left && this.#known <= after) {
      const rest = deadline - performance.now()
      if (rest <= 0 || this.#isWoken) {
        this.#isWoken = false
        return undefined
      }
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, rest)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#wake = undefined
    }
    return this.left ? undefined : this.#known
  }

  wake(): void {
    this.#isWoken = true
    this.#wake?.()
  }

  leave(): void {
    if (this.left) return
    this.left = true
    this.#wake?.()
    this.#onLeave()
  }
}
