import { isLeft } from '../../jobs/jobs.ts'
import type { Agent } from '../agents/registry.ts'
import { mintId } from '../ids.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import type { ToolOutcome, TurnEvent, TurnOutcome, TurnSpec, TurnWatch } from '../turns/turn.ts'
import { type AttendeeCard, attendeeCards, type NextTurn } from './attendees.ts'
import { gatheringEvent, type Journal, type NewEvent, phaseEvent, turnEvent } from './journal.ts'
import { recordingOf, recordTurn } from './recording.ts'
import { addSkippedTurn, beginGathering, beginTurn, endGathering, endRoundTurn, moveTo } from './round.ts'
import { rebuiltBuffer, runRoundTurn, turnOfRound } from './round-turn.ts'
import type { Round, RoundState, RoundTurn } from './schema.ts'
import { type ConferenceFiles, changeRound, conferenceOf } from './store.ts'

/** Work on one round, by the process that holds the lock of its conference. */
export interface RoundWork {
  room: Room
  files: ConferenceFiles
  number: number
  signal: AbortSignal
  events: EventWriter
  observerWork: ObserverWork
  cards: CardChanges
  /** Passes on what may be watched of a turn, beside the journal. */
  watch?: ((event: TurnEvent) => void) | undefined
}

/** Work on a round for as long as one call lasts. */
export async function withRound<T>(
  room: Room,
  files: ConferenceFiles,
  number: number,
  signal: AbortSignal,
  work: (work: RoundWork) => Promise<T>,
): Promise<T> {
  const events = openEventWriter(files.journal)
  const observerWork = openObserverWork()
  try {
    return await work({ room, files, number, signal, events, observerWork, cards: openCardChanges(room, files) })
  } finally {
    await observerWork.done()
    await events.synced()
  }
}

/** Phase 1: one turn of the Chief that only gathers. What it gathered before it failed counts. */
export async function runGatheringTurn(work: RoundWork, chief: Agent, turnId: string): Promise<TurnOutcome> {
  const { room } = work
  const begun = await change(work, round => beginGathering(advanceTo(round, 'phase1'), turnId, instant(room)))
  work.events.add(phaseEvent('phase.started', begun, 1), ...(await work.cards.of(begun)))
  room.conferences.boundary('phase1.started')
  const spec = turnOfRound({ kind: 'phase1', conferenceId: work.files.id, round: begun, turnId, agent: chief })
  const outcome = await runRecorded(work, spec, async outcome => {
    const round = await change(work, before => advanceTo(endGathering(before, outcome), 'phase2'))
    const failure = gatheringEvent(round)
    work.events.add(
      ...(failure ? [failure] : []),
      phaseEvent('phase.finished', round, 1),
      ...(await work.cards.of(round)),
    )
  })
  room.conferences.buffers.set(begun.roundId, outcome.results)
  room.conferences.boundary('phase1.finished')
  return outcome
}

/** Phase 2 of one agent. Its prompt knows the request and the buffer, and nothing else of the round. */
export async function answer(work: RoundWork, agent: Agent, turnId: string): Promise<TurnOutcome> {
  const { room } = work
  const { id: agentId, name, role } = agent
  // Should a power cut take this, the agent is asked again, as it is when its process dies in the middle.
  const begun = await changeRound(
    work.files,
    work.number,
    round => beginTurn(round, { turnId, agentId, name, role }, instant(room)),
    'note',
  )
  work.events.add(...(await work.cards.of(begun)))
  room.conferences.boundary('turn.started')
  const results = await bufferOf(work, begun)
  const spec = turnOfRound({ kind: 'phase2', conferenceId: work.files.id, round: begun, turnId, agent, results })
  const outcome = await runRecorded(work, spec, async outcome => {
    const round = await change(work, before => endRoundTurn(before, turnId, outcome))
    await reportTurn(work, round, turnId)
  })
  room.conferences.boundary('turn.finished')
  return outcome
}

/** An agent without a turn in this round: muted, disabled or removed. */
export async function skipTurn(work: RoundWork, next: Exclude<NextTurn, { do: 'run' }>): Promise<void> {
  const { room } = work
  const turnId = mintId('turn', room.random)
  const turn: Pick<RoundTurn, 'agentId' | 'name' | 'role' | 'state' | 'stopHook'> =
    next.do === 'skip'
      ? { agentId: next.agent.id, name: next.agent.name, role: next.agent.role, state: 'skipped' }
      : {
          agentId: next.agentId,
          name: next.agentId,
          role: '',
          state: 'error',
          stopHook: { type: 'error', code: next.code },
        }
  const round = await change(work, before => addSkippedTurn(before, { turnId, ...turn }, instant(room)))
  await reportTurn(work, round, turnId)
}

export function change({ files, number }: RoundWork, work: (round: Round) => Round): Promise<Round> {
  return changeRound(files, number, work)
}

/** On to the next state, unless the round is being cancelled. */
export function advanceTo(round: Round, to: RoundState): Round {
  return round.state === 'canceling' || round.state === to ? round : moveTo(round, to)
}

async function reportTurn(work: RoundWork, round: Round, turnId: string): Promise<void> {
  const turn = round.turns.find(each => each.turnId === turnId)
  const event = turn && turnEvent(round, turn)
  work.events.add(...(event ? [event] : []), ...(await work.cards.of(round)))
  await work.events.written()
  // The turn does not wait for the disk; the end of the step does, and fails with what failed here.
  work.events.synced().catch(() => {})
}

async function bufferOf({ room, files }: RoundWork, { roundId }: Round): Promise<readonly ToolOutcome[]> {
  const results = room.conferences.buffers.get(roundId) ?? (await rebuiltBuffer(room, files.id, roundId))
  room.conferences.buffers.set(roundId, results)
  return results
}

async function runRecorded(
  work: RoundWork,
  spec: TurnSpec,
  keep: (outcome: TurnOutcome) => Promise<void>,
): Promise<TurnOutcome> {
  const { room, files, number, signal } = work
  const recorder = await recordTurn(room, spec, recordingOf({ folder: files.folder, now: () => instant(room) }, number))
  const watch: TurnWatch = {
    signal,
    onEvent: progressReporter(work, spec),
    waitForObservers: work.observerWork.add,
    store: async outcome => {
      if (isLeft(signal)) return
      room.conferences.boundary('turn.stored')
      await recorder.synced()
      await keep(outcome)
    },
  }
  const outcome = await runRoundTurn(recorder.room, spec, watch, () => instant(room))
  if (!isLeft(signal)) await recorder.ended(outcome.state)
  return outcome
}

const minNewBytes = 4096

/** Progress is reported at every change of step and now and then in between, in counts only. */
function progressReporter(
  { events, room, watch }: RoundWork,
  { roundId, turnId, agent }: TurnSpec,
): (event: TurnEvent) => void {
  let last = { sub: '', bytes: 0 }
  return event => {
    watch?.(event)
    if (event.type === 'turn.progress') {
      if (event.sub === last.sub && event.bytes - last.bytes < minNewBytes) return
      last = event
    }
    events.add({ ...event, ...(roundId !== undefined && { roundId }), turnId, agentId: agent.id })
    if (event.type === 'tool.finished') room.conferences.boundary('tool.finished')
  }
}

/** The cards that changed since the last look, as events. */
interface CardChanges {
  of(round: Round): Promise<NewEvent[]>
}

function openCardChanges(room: Room, files: ConferenceFiles): CardChanges {
  const shown = new Map<string, string>()
  return {
    async of(round) {
      const [conference, registry] = await Promise.all([conferenceOf(files), room.agents.read()])
      return attendeeCards(conference, registry, round).flatMap(card => {
        const event = cardEvent(round, card)
        const text = JSON.stringify(event)
        if (shown.get(card.agentId) === text) return []
        shown.set(card.agentId, text)
        return [event]
      })
    },
  }
}

function cardEvent(
  { roundId }: Round,
  { agentId, subtitle, tone, mark, badge, tooltip, repliedAt }: AttendeeCard,
): NewEvent {
  const tooltips = { ...(tooltip !== undefined && { tooltip }), ...(repliedAt !== undefined && { repliedAt }) }
  const more = { ...(mark && { mark }), ...(badge && { badge }), ...tooltips }
  return { type: 'card.updated', roundId, agentId, subtitle, tone, ...more }
}

/** What is recorded about turns that have ended, done while the next agent is asked. */
interface ObserverWork {
  add(work: Promise<void>): void
  /** Until all of it is done. */
  done(): Promise<void>
}

function openObserverWork(): ObserverWork {
  let last = Promise.resolve()
  return {
    add(work) {
      last = Promise.all([last, work]).then(() => {})
    },
    done: () => last,
  }
}

/** Adds events to the journal while work goes on; those that come close together are written in one go. */
interface EventWriter {
  add(...events: NewEvent[]): void
  /** Until every process can read all of them, even if this one dies. */
  written(): Promise<void>
  /** Until all of them are on disk. */
  synced(): Promise<void>
}

/** Short for people who watch, and long enough that one step of a turn needs one write. */
const gatherMs = 25

export function openEventWriter(journal: Pick<Journal, 'note' | 'sync'>): EventWriter {
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
    add(...events) {
      waiting.push(...events)
      timer ??= setTimeout(flush, gatherMs)
    },
    written,
    async synced() {
      await written()
      await journal.sync()
    },
  }
}
