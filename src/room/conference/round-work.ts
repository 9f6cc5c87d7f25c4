import { isLeft } from '../../jobs/jobs.ts'
import type { Agent } from '../agents/registry.ts'
import { mintId } from '../ids.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import type { ToolOutcome, TurnEvent, TurnOutcome, TurnSpec, TurnWatch } from '../turns/turn.ts'
import type { Books } from './books.ts'
import { rebuiltBuffer } from './buffer.ts'
import type { CardNews } from './card-news.ts'
import { recordTurn } from './recorder.ts'
import { recordingOf } from './recording.ts'
import { gatheringBegun, gatheringEnded, moved, turnBegun, turnEnded, turnLeftOut } from './round.ts'
import type { RoundState } from './round-states.ts'
import { settledTurn, turnOfRound } from './round-turn.ts'
import type { Round, RoundTurn } from './schema.ts'
import { gatheringEvent, phaseEvent, turnEvent } from './shown-events.ts'
import type { NextTurn } from './speakers-in-order.ts'
import { type ConferenceFiles, changeRound } from './store.ts'
import type { Telling } from './telling.ts'

/** Work on one round, by whoever holds the lock of its conference. */
export interface RoundWork {
  room: Room
  files: ConferenceFiles
  number: number
  signal: AbortSignal
  telling: Telling
  books: Books
  cards: CardNews
  /** Passes on what may be watched of a turn, beside the journal. */
  watch?: ((event: TurnEvent) => void) | undefined
}

/** Phase 1: one turn of the Chief that only gathers. What it gathered before it failed counts. */
export async function gather(work: RoundWork, chief: Agent, turnId: string): Promise<TurnOutcome> {
  const { room } = work
  const begun = await change(work, round => gatheringBegun(advanced(round, 'phase1'), turnId, instant(room)))
  work.telling.tell(phaseEvent('phase.started', begun, 1), ...(await work.cards.of(begun)))
  room.conferences.boundary('phase1.started')
  const spec = turnOfRound({ kind: 'phase1', conferenceId: work.files.id, round: begun, turnId, agent: chief })
  const outcome = await recorded(work, spec, async outcome => {
    const round = await change(work, before => advanced(gatheringEnded(before, outcome), 'phase2'))
    const failure = gatheringEvent(round)
    work.telling.tell(
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
    round => turnBegun(round, { turnId, agentId, name, role }, instant(room)),
    'note',
  )
  work.telling.tell(...(await work.cards.of(begun)))
  room.conferences.boundary('turn.started')
  const results = await bufferOf(work, begun)
  const spec = turnOfRound({ kind: 'phase2', conferenceId: work.files.id, round: begun, turnId, agent, results })
  const outcome = await recorded(work, spec, async outcome => {
    const round = await change(work, before => turnEnded(before, turnId, outcome))
    await tellTurn(work, round, turnId)
  })
  room.conferences.boundary('turn.finished')
  return outcome
}

/** Somebody who has no say in this round: muted, or not to be reached. */
export async function leaveOut(work: RoundWork, next: Exclude<NextTurn, { do: 'run' }>): Promise<void> {
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
  const round = await change(work, before => turnLeftOut(before, { turnId, ...turn }, instant(room)))
  await tellTurn(work, round, turnId)
}

export function change({ files, number }: RoundWork, work: (round: Round) => Round): Promise<Round> {
  return changeRound(files, number, work)
}

/** On to the next state, unless somebody has asked for the end meanwhile. */
export function advanced(round: Round, to: RoundState): Round {
  return round.state === 'canceling' || round.state === to ? round : moved(round, to)
}

async function tellTurn(work: RoundWork, round: Round, turnId: string): Promise<void> {
  const turn = round.turns.find(each => each.turnId === turnId)
  const event = turn && turnEvent(round, turn)
  work.telling.tell(...(event ? [event] : []), ...(await work.cards.of(round)))
  await work.telling.written()
  // The turn goes on beside the disk; whoever drives the round waits for it, and hears what failed, when the step ends.
  work.telling.settled().catch(() => {})
}

async function bufferOf({ room, files }: RoundWork, { roundId }: Round): Promise<readonly ToolOutcome[]> {
  const results = room.conferences.buffers.get(roundId) ?? (await rebuiltBuffer(room, files.id, roundId))
  room.conferences.buffers.set(roundId, results)
  return results
}

async function recorded(
  work: RoundWork,
  spec: TurnSpec,
  keep: (outcome: TurnOutcome) => Promise<void>,
): Promise<TurnOutcome> {
  const { room, files, number, signal } = work
  const recorder = await recordTurn(room, spec, recordingOf({ folder: files.folder, now: () => instant(room) }, number))
  const watch: TurnWatch = {
    signal,
    onEvent: teller(work, spec),
    waitForObservers: work.books.keep,
    store: async outcome => {
      if (isLeft(signal)) return
      room.conferences.boundary('turn.stored')
      await recorder.synced()
      await keep(outcome)
    },
  }
  const outcome = await settledTurn(recorder.room, spec, watch, () => instant(room))
  if (!isLeft(signal)) await recorder.ended(outcome.state)
  return outcome
}

const fewestNewBytes = 4096

/** Progress is told at every change of step and now and then in between, in counts only. */
function teller({ telling, room, watch }: RoundWork, { roundId, turnId, agent }: TurnSpec): (event: TurnEvent) => void {
  let last = { sub: '', bytes: 0 }
  return event => {
    watch?.(event)
    if (event.type === 'turn.progress') {
      if (event.sub === last.sub && event.bytes - last.bytes < fewestNewBytes) return
      last = event
    }
    telling.tell({ ...event, ...(roundId !== undefined && { roundId }), turnId, agentId: agent.id })
    if (event.type === 'tool.finished') room.conferences.boundary('tool.finished')
  }
}
