import type { Journal, NewEvent } from './journal.ts'

/** Events told one after another while work goes on; what comes close together is written in one go. */
export interface Telling {
  tell(...events: NewEvent[]): void
  /** Until all that was told is there for everybody, whatever becomes of this process. */
  written(): Promise<void>
  /** Until all that was told is there for good. */
  settled(): Promise<void>
}

/** Short for whoever watches, and long enough that one step of a turn needs one write. */
const gatherMs = 25

export function openTelling(journal: Pick<Journal, 'note' | 'sync'>): Telling {
  let waiting: NewEvent[] = []
  let writing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let failure: unknown
  const write = async () => {
    const batch = waiting
    waiting = []
    if (batch.length > 0) await journal.note(batch)
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write).catch(error => {
      failure = error
    })
    return writing
  }
  const written = async () => {
    await flush()
    if (failure !== undefined) throw failure
  }
  return {
    tell(...events) {
      waiting.push(...events)
      timer ??= setTimeout(flush, gatherMs)
    },
    written,
    async settled() {
      await written()
      await journal.sync()
    },
  }
}
