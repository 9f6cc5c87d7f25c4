import { join } from 'node:path'
import { namesIn } from '../../files/if-exists.ts'
import { type EventLog, isLastWritten } from '../../jobs/follow.ts'
import { type Clock, formatInstant } from '../../kernel/instants.ts'
import { notFound } from '../faults.ts'
import { isId, requireId } from '../ids.ts'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import type { ToolOutcome } from '../turns/turn.ts'
import { type Journal, openJournal } from './journal.ts'
import { type RoundStore, roundStore } from './round-store.ts'
import { Conference, type Round } from './schema.ts'

/** The files of one conference. */
export interface ConferenceFiles {
  id: string
  folder: string
  /** Held by the process that drives a round; the system releases it when that process dies. */
  lock: string
  journal: Journal
  conference: JsonStore<Conference | null>
  round(number: number): RoundStore
}

/** Called at every boundary between two steps of a round; a test ends the process there. */
export type Boundary = (step: string) => void

/** The conferences of a room. What was read of them is kept as long as the room is open. */
export interface ConferenceStore {
  files(id: string): ConferenceFiles
  /** Of all conferences, in the order of their ids. */
  ids(): Promise<string[]>
  /** The complete tool results of a round, by round, while it is not over. */
  buffers: Map<string, readonly ToolOutcome[]>
  boundary: Boundary
}

export function openConferences(
  { control, clock }: { control: string; clock: Clock },
  boundary: Boundary = () => {},
): ConferenceStore {
  const root = join(control, 'conferences')
  const open = new Map<string, ConferenceFiles>()
  return {
    buffers: new Map(),
    boundary,
    files(id) {
      if (!isId('conf', requireId(id))) throw notFound('conference', { conferenceId: id })
      const files = open.get(id) ?? openFiles(join(root, id), join(control, 'locks'), id, () => formatInstant(clock()))
      open.set(id, files)
      return files
    },
    ids: async () => (await namesIn(root)).filter(name => isId('conf', name)).sort(),
  }
}

function openFiles(folder: string, locks: string, id: string, now: () => string): ConferenceFiles {
  let latest: { number: number; store: RoundStore } | undefined
  return {
    id,
    folder,
    lock: join(locks, `${id}.round.lock`),
    journal: openJournal({
      file: join(folder, 'events.jsonl'),
      lock: join(locks, `${id}.events.lock`),
      conferenceId: id,
      now,
    }),
    conference: jsonStore({
      file: join(folder, 'conference.json'),
      locks,
      schema: Conference.nullable(),
      empty: () => null,
    }),
    round(number) {
      if (latest?.number === number) return latest.store
      const store = roundStore({ folder, locks, number, now })
      // What a store has read it keeps, and only the round that may be running is read again and again.
      if (number > (latest?.number ?? 0)) latest = { number, store }
      return store
    },
  }
}

export async function conferenceOf(files: ConferenceFiles): Promise<Conference> {
  const conference = await files.conference.read()
  if (!conference) throw notFound('conference', { conferenceId: files.id })
  return conference
}

export async function roundOf(files: ConferenceFiles, number: number): Promise<Round> {
  const { roundCount } = await conferenceOf(files)
  const round = number <= roundCount ? await files.round(number).read() : null
  if (!round) throw notFound('round', { conferenceId: files.id, round: number })
  return round
}

export async function changeConference(
  files: ConferenceFiles,
  work: (conference: Conference) => Conference,
): Promise<Conference> {
  return files.conference.change<Conference>(before => {
    if (!before) throw notFound('conference', { conferenceId: files.id })
    const next = work(before)
    return next === before ? { result: before } : { next, result: next }
  })
}

export function changeRound(
  files: ConferenceFiles,
  number: number,
  work: (round: Round) => Round,
  how: 'change' | 'note' = 'change',
): Promise<Round> {
  return files.round(number)[how]<Round>(before => {
    if (!before) throw notFound('round', { conferenceId: files.id, round: number })
    const next = work(before)
    return next === before ? { result: before } : { next, result: next }
  })
}

/** The round that is not over, or the last one; undefined before the first. */
export async function latestRound(files: ConferenceFiles): Promise<Round | undefined> {
  const { roundCount } = await conferenceOf(files)
  return (roundCount > 0 && (await files.round(roundCount).read())) || undefined
}

/** What happens in a conference, to be followed from wherever one left off. */
export function conferenceEvents(
  { conferences, clock }: { conferences: ConferenceStore; clock: Clock },
  id: string,
): EventLog {
  const files = conferences.files(id)
  return {
    isKnown: async () => (await files.conference.read()) !== null,
    after: seq => files.journal.after(seq),
    async isOver() {
      const conference = await files.conference.read()
      if (conference?.state !== 'closed') return false
      const last = { type: 'conference.closed', endedAt: conference.updatedAt, now: clock() }
      return isLastWritten(await files.journal.all(), last)
    },
  }
}
