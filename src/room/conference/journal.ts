import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { withLock } from '../../files/lock.ts'
import { isCode } from '../../files/replace.ts'
import { wellFormed } from '../../receipts/canonical.ts'
import type { EventSource } from '../events.ts'
import { jsonLines } from '../store/json-lines.ts'
import { StoreCorrupt } from '../store/json-store.ts'
import { ConferenceEvent } from './schema.ts'

export type NewEvent = { type: string; roundId?: string; turnId?: string; agentId?: string } & {
  [field: string]: unknown
}

/** The durable events of one conference, numbered from 1 in the order they were written by whichever process. */
export interface Journal extends Pick<EventSource, 'after'> {
  /** When it has answered, the events are there for good. */
  add(events: readonly NewEvent[]): Promise<void>
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
  const known: { bytes: number; events: ConferenceEvent[] } = { bytes: 0, events: [] }
  let reading = Promise.resolve()

  /** Reads on from where it stopped; what stands after the last LF is not there yet. */
  function refresh(): Promise<void> {
    const next = reading.then(async () => {
      const text = await textAfter(file, known.bytes)
      const whole = text.subarray(0, text.lastIndexOf(lineFeed) + 1)
      if (whole.length === 0) return
      const events = whole.toString('utf8').split('\n').slice(0, -1).map(eventIn)
      if (events.some(event => event === undefined)) throw new StoreCorrupt(basename(file))
      known.events.push(...events.filter(event => event !== undefined))
      known.bytes += whole.length
    })
    reading = next.catch(() => {})
    return next
  }

  return {
    add: events =>
      withLock(lock, 'named', waitMs, async () => {
        await refresh()
        const before = known.events.at(-1)?.seq ?? 0
        await lines.append(
          wellFormed(events).map(({ type, ...rest }, index) => ({
            seq: before + 1 + index,
            ts: now(),
            type,
            conferenceId,
            ...rest,
          })),
        )
      }),
    async all() {
      await refresh()
      return known.events
    },
    async after(seq) {
      await refresh()
      return known.events
        .filter(event => event.seq > seq)
        .map(event => ({ seq: event.seq, type: event.type, data: event }))
    },
  }
}

const lineFeed = 0x0a

async function textAfter(file: string, offset: number): Promise<Buffer> {
  try {
    const { size } = await stat(file)
    if (size <= offset) return Buffer.alloc(0)
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - offset), 0, size - offset, offset)
      return buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (isCode(error, 'ENOENT')) return Buffer.alloc(0)
    throw error
  }
}

function eventIn(line: string): ConferenceEvent | undefined {
  try {
    return ConferenceEvent.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
