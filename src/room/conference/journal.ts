import { withLock } from '../../files/lock.ts'
import type { EventLog } from '../../jobs/follow.ts'
import { wellFormed } from '../../receipts/canonical.ts'
import { jsonLines } from '../store/json-lines.ts'
import { ConferenceEvent } from './schema.ts'

export type NewEvent = { type: string; roundId?: string; turnId?: string; agentId?: string } & {
  [field: string]: unknown
}

/** The durable events of one conference, numbered from 1 in the order they were written by whichever process. */
export interface Journal extends Pick<EventLog, 'after'> {
  /** When it has answered, the events are there for good. */
  add(events: readonly NewEvent[]): Promise<void>
  /** When it has answered, the events are there for everybody, and for good after the next `sync` or `add`. */
  note(events: readonly NewEvent[]): Promise<void>
  sync(): Promise<void>
  all(): Promise<readonly ConferenceEvent[]>
}

export interface JournalPlace {
  file: string
  lock: string
  conferenceId: string
  now: () => string
}

const waitMs = 10_000

export function openJournal({ file, lock, conferenceId, now }: JournalPlace): Journal {
  const lines = jsonLines({ file, lock: null, schema: ConferenceEvent, now })
  const known: { end: number; events: ConferenceEvent[] } = { end: 0, events: [] }

  /** Reads on from where it stopped; what stands after the last LF is not there yet. */
  function read(): readonly ConferenceEvent[] {
    const { lines: more, end } = lines.readFrom(known.end)
    known.events.push(...more)
    known.end = end
    return known.events
  }

  const noted = async (events: readonly NewEvent[]) => {
    const before = read().at(-1)?.seq ?? 0
    await lines.note(
      wellFormed(events).map(({ type, ...rest }, index) => ({
        seq: before + 1 + index,
        ts: now(),
        type,
        conferenceId,
        ...rest,
      })),
    )
  }

  return {
    async add(events) {
      await withLock(lock, 'named', waitMs, () => noted(events))
      await lines.sync()
    },
    note: events => withLock(lock, 'named', waitMs, () => noted(events)),
    sync: lines.sync,
    all: async () => read(),
    after: async seq =>
      read()
        .filter(event => event.seq > seq)
        .map(event => ({ seq: event.seq, type: event.type, data: event })),
  }
}
