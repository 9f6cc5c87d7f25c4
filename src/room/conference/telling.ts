import type { Journal, NewEvent } from './journal.ts'

/** Events told one after another while work goes on; what gathers while the disk is busy is written in one go. */
export interface Telling {
  tell(...events: NewEvent[]): void
  /** Until all that was told is there for good. */
  settled(): Promise<void>
}

export function openTelling(journal: Pick<Journal, 'add'>): Telling {
  let waiting: NewEvent[] = []
  let writing = Promise.resolve()
  let failure: unknown
  const write = async () => {
    const batch = waiting
    waiting = []
    if (batch.length > 0) await journal.add(batch)
  }
  return {
    tell(...events) {
      waiting.push(...events)
      writing = writing.then(write).catch(error => {
        failure = error
      })
    },
    async settled() {
      await writing
      if (failure !== undefined) throw failure
    },
  }
}
