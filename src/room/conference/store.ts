import { statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { namesIn } from '../../files/if-exists.ts'
import { withLock } from '../../files/lock.ts'
import { replaceFile } from '../../files/replace.ts'
import { type EventLog, isLastWritten } from '../../jobs/follow.ts'
import { type Clock, formatInstant } from '../../kernel/instants.ts'
import { withoutUndefined } from '../../kernel/json.ts'
import { notFound } from '../faults.ts'
import { isId, requireId } from '../ids.ts'
import { jsonLines } from '../store/json-lines.ts'
import { deepFreeze, type JsonStore, jsonStore } from '../store/json-store.ts'
import type { ToolOutcome } from '../turns/turn.ts'
import { type Journal, openJournal } from './journal.ts'
import { Conference, isOver, Round, RoundTurn } from './schema.ts'

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
type Boundary = (step: string) => void

/** The conferences of a room. What was read of them is kept as long as the room is open. */
export interface ConferenceStore {
  files(id: string): ConferenceFiles
  /** The ids of all conferences, sorted. */
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

/** The record of a round, changed as a whole value. */
interface RoundStore extends JsonStore<Round | null> {
  /** A change that survives the end of the process, and a power cut only once a later change does. */
  note: JsonStore<Round | null>['change']
}

interface RoundPlace {
  /** The folder of the conference. */
  folder: string
  locks: string
  number: number
  now: () => string
}

const waitMs = 30_000

/**
 * While a round runs its steps are lines beside the record as it was when it began; when it is over the record is
 * written whole and the lines go.
 */
export function roundStore({ folder, locks, number, now }: RoundPlace): RoundStore {
  const rounds = join(folder, 'rounds')
  const [file, linesFile] = [join(rounds, `${number}.json`), join(rounds, `${number}.changes.jsonl`)]
  const lock = join(locks, `${number}.json.lock`)
  const whole = jsonStore({ file, locks, schema: Round.nullable(), empty: () => null })
  // Replies may hold text that has no canonical spelling, and a record keeps its fields in their order.
  const spell = (change: RoundChange) => `${JSON.stringify(change)}\n`
  const lines = jsonLines({ file: linesFile, lock: null, schema: RoundChange, now, spell })
  let known: { round: Round; end: number } | undefined

  return {
    read,
    change: work => update(work, lines.append),
    note: work => update(work, lines.note),
  }

  async function read(): Promise<Round | null> {
    const begun = await whole.read()
    // The process that ended the round wrote the record whole, and may have been killed before it removed the lines.
    if (!begun || isOver(begun.state)) return begun
    const size = statSync(linesFile, { throwIfNoEntry: false })?.size ?? 0
    const before = known?.round.roundId === begun.roundId && known.end <= size ? known : { round: begun, end: 0 }
    const { lines: more, end } = lines.readFrom(before.end)
    // A round that was never announced may have left lines under the number that the next one gets.
    const own = more.filter(({ roundId }) => roundId === begun.roundId)
    known = { round: deepFreeze(own.reduce(applyRoundChange, before.round)), end }
    return known.round
  }

  async function update<R>(
    work: (round: Round | null) => { next: Round | null; result: R } | { result: R },
    add: (changes: readonly RoundChange[]) => Promise<void>,
  ): Promise<R> {
    return withLock(lock, 'named', waitMs, async () => {
      const before = await read()
      const done = work(before)
      if (!('next' in done)) return done.result
      const { next, result } = done
      if (next && next.roundId === before?.roundId && !isOver(next.state)) await add([diffRounds(before, next)])
      else await writeWhole(next)
      return result
    })
  }

  async function writeWhole(round: Round | null): Promise<void> {
    await mkdir(rounds, { recursive: true, mode: 0o700 })
    await replaceFile(file, `${JSON.stringify(round, null, 2)}\n`)
    await rm(linesFile, { force: true })
  }
}

/** What one step made of a round: the fields that are new or other than before, and the turns that are. */
export const RoundChange = z.strictObject({
  roundId: z.string(),
  fields: Round.omit({ turns: true }).partial(),
  gone: z.array(z.string()).optional(),
  turns: z.array(z.strictObject({ at: z.int().min(0), turn: RoundTurn })).optional(),
})
export type RoundChange = z.output<typeof RoundChange>

/** What leads from one state of a round to a later one; turns are added and changed, never taken away. */
export function diffRounds(before: Round, after: Round): RoundChange {
  const { turns: turnsBefore, ...had } = before
  const { turns: turnsAfter, ...has } = after
  const fields = Object.entries(has).filter(([name, value]) => !isSame(had[name], value))
  const gone = Object.keys(had).filter(name => has[name] === undefined)
  const turns = turnsAfter.map((turn, at) => ({ at, turn })).filter(({ at, turn }) => !isSame(turnsBefore[at], turn))
  return {
    roundId: after.roundId,
    fields: Object.fromEntries(fields),
    ...(gone.length > 0 && { gone }),
    ...(turns.length > 0 && { turns }),
  }
}

/** Every line holds the new value, not the difference, so applying a line twice does no harm. */
export function applyRoundChange(round: Round, { fields, gone = [], turns = [] }: RoundChange): Round {
  const kept = Object.entries(round).filter(([name]) => !gone.includes(name))
  const all = [...round.turns]
  for (const { at, turn } of turns) all[at] = turn
  // What is gone was optional, or it could not have gone.
  return { ...(Object.fromEntries(kept) as Round), ...withoutUndefined(fields), turns: all }
}

/** A step copies what it leaves alone, so most values are the very same. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
