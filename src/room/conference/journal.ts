import { withLock } from '../../files/lock.ts'
import type { EventLog } from '../../jobs/follow.ts'
import { wellFormed } from '../../receipts/canonical.ts'
import { modelStops } from '../protocol/rejection.ts'
import { jsonLines } from '../store/json-lines.ts'
import { ConferenceEvent, type Round, type RoundTurn } from './schema.ts'

export type NewEvent = { type: string; roundId?: string; turnId?: string; agentId?: string } & {
  [field: string]: unknown
}

/** The durable events of one conference, numbered from 1 in the order in which any process wrote them. */
export interface Journal extends Pick<EventLog, 'after'> {
  /** When it has answered, the events survive a power cut. */
  add(events: readonly NewEvent[]): Promise<void>
  /** When it has answered, every process can read the events; they survive a power cut after the next `sync` or `add`. */
  note(events: readonly NewEvent[]): Promise<void>
  sync(): Promise<void>
  all(): Promise<readonly ConferenceEvent[]>
}

interface JournalPlace {
  file: string
  lock: string
  conferenceId: string
  now: () => string
}

const waitMs = 10_000

export function openJournal({ file, lock, conferenceId, now }: JournalPlace): Journal {
  const lines = jsonLines({ file, lock: null, schema: ConferenceEvent, now })
  const known: { end: number; events: ConferenceEvent[] } = { end: 0, events: [] }

  /** Reads on from where it stopped; what follows the last LF is not complete yet. */
  function read(): readonly ConferenceEvent[] {
    const { lines: more, end } = lines.readFrom(known.end)
    known.events.push(...more)
    known.end = end
    return known.events
  }

  const append = async (events: readonly NewEvent[]) => {
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
      await withLock(lock, 'named', waitMs, () => append(events))
      await lines.sync()
    },
    note: events => withLock(lock, 'named', waitMs, () => append(events)),
    sync: lines.sync,
    all: async () => read(),
    after: async seq =>
      read()
        .filter(event => event.seq > seq)
        .map(event => ({ seq: event.seq, type: event.type, data: event })),
  }
}

const asModelStop: ReadonlySet<string> = new Set(modelStops)

/** The events that end a turn. */
export const turnEndEvents: ReadonlySet<string> = new Set(
  ['accepted', 'abstained', 'skipped', 'rejected', 'stopped', 'error'].map(state => `turn.${state}`),
)

/** How a turn ended, as an event. It contains text of a model only if the check has accepted it. */
export function turnEvent(round: Round, turn: RoundTurn): NewEvent | undefined {
  const { turnId, agentId, state, content, verdict } = turn
  const about = { roundId: round.roundId, turnId, agentId }
  if (state === 'accepted') return { type: 'turn.accepted', ...about, content, verdict }
  if (state === 'abstained' || state === 'skipped') return { type: `turn.${state}`, ...about }
  if (state === 'rejected' || state === 'stopped' || state === 'error')
    return { type: `turn.${state}`, ...about, stopHook: visibleStop(turn.stopHook) }
  return undefined
}

/** An event for a failed phase 1; that the phase ended is the event `phase.finished`. */
export function gatheringEvent({ roundId, chiefId, phase1 }: Round): NewEvent | undefined {
  const { turnId, state } = phase1
  if (state !== 'rejected' && state !== 'stopped' && state !== 'error') return undefined
  return { type: `turn.${state}`, roundId, turnId, agentId: chiefId, stopHook: visibleStop(phase1.stopHook) }
}

export function phaseEvent(
  type: 'phase.started' | 'phase.finished',
  { roundId, phase1 }: Round,
  phase: 1 | 2,
): NewEvent {
  return { type, roundId, phase, receiptIds: phase1.receiptIds }
}

export function roundEvent(type: `round.${string}`, { roundId, number, state, issueId, linked }: Round): NewEvent {
  const archived = issueId === undefined ? {} : { issueId, ...(linked !== undefined && { linked }) }
  return { type, roundId, number, state, ...archived }
}

/** What an agent wrote when it stopped is its own unchecked text. */
function visibleStop(stopHook: RoundTurn['stopHook']): RoundTurn['stopHook'] {
  if (!stopHook || !asModelStop.has(stopHook.type) || stopHook.code !== null) return stopHook
  return { type: stopHook.type, code: null }
}
