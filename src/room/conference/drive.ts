import { isLeft } from '../../jobs/jobs.ts'
import { roomFault } from '../faults.ts'
import { mintId } from '../ids.ts'
import type { Room } from '../room.ts'
import { startJob } from '../room.ts'
import { instant } from '../room-base.ts'
import { nextTurn } from './attendees.ts'
import { finishCancel, finishClose } from './close.ts'
import { phaseEvent, roundEvent } from './journal.ts'
import { interruptTurns, moveTo } from './round.ts'
import { advanceTo, answer, change, type RoundWork, runGatheringTurn, skipTurn, withRound } from './round-work.ts'
import { isOver, mayMove, type Round, type RoundState } from './schema.ts'
import { type ConferenceFiles, changeRound, conferenceOf } from './store.ts'

/** How long a caller that wants to work on a round waits for the step of another one. */
export const lockWaitMs = 5000

interface RoundStart {
  roundId: string
  /** Under the lock of the conference; undefined when there is nothing to drive. */
  begin(): Promise<Round | undefined>
  waitMs?: number
}

/** Begins a round with the lock of its conference held, answers what it began, and drives it to its end behind that. */
export function startDriving(
  room: Room,
  files: ConferenceFiles,
  { roundId, begin, waitMs = lockWaitMs }: RoundStart,
): Promise<Round | undefined> {
  return startJob<Round | undefined>(room, {
    id: roundId,
    lock: files.lock,
    waitMs,
    busy: 'round_running',
    async work({ answer, signal }) {
      const round = await begin()
      answer(round)
      if (!round) return
      try {
        await drive(room, files, round.number, signal)
      } catch (error) {
        await interruptRound(room, files, round.number).catch(() => {})
        throw error
      }
    },
  })
}

async function drive(room: Room, files: ConferenceFiles, number: number, signal: AbortSignal): Promise<void> {
  await withRound(room, files, number, signal, async work => {
    // The disk gets the events of a step while the next one runs.
    for (let synced = Promise.resolve(); ; ) {
      const round = await files.round(number).read()
      if (!round || isOver(round.state)) return
      if (isLeft(signal)) return putAside(files, number)
      await steps[round.state]?.(work, round)
      await synced
      synced = work.events.synced()
      synced.catch(() => {})
    }
  })
}

type Step = (work: RoundWork, round: Round) => Promise<unknown>

const steps: { readonly [state in RoundState]?: Step } = {
  created: gatherOnce,
  phase1: gatherOnce,
  phase2: answerNext,
  closing: finishClose,
  canceling: finishCancel,
}

async function gatherOnce(work: RoundWork, round: Round): Promise<void> {
  const { room } = work
  const chief = (await room.agents.read()).agents.find(({ id }) => id === round.chiefId)
  if (!chief) throw roomFault('chief_required', { count: 0 })
  const isFresh = round.phase1.state === 'queued'
  await runGatheringTurn(work, chief, isFresh ? round.phase1.turnId : mintId('turn', room.random))
}

async function answerNext(work: RoundWork, round: Round): Promise<void> {
  const { room, files, events } = work
  const [conference, registry] = await Promise.all([conferenceOf(files), room.agents.read()])
  if (round.turns.length === 0) events.add(phaseEvent('phase.started', round, 2))
  const next = nextTurn(conference, registry, round)
  if (!next) {
    const ended = await change(work, before => ({ ...advanceTo(before, 'closing'), endedAt: instant(room) }))
    events.add(phaseEvent('phase.finished', ended, 2))
    return
  }
  if (next.do === 'run') await answer(work, next.agent, mintId('turn', room.random))
  else await skipTurn(work, next)
}

/** The next process that opens the workspace goes on with it: nothing went wrong. */
async function putAside(files: ConferenceFiles, number: number): Promise<void> {
  await changeRound(files, number, round => ({ ...round, putAside: true }))
}

/** A round that cannot be driven on now waits for a person, who may resume or cancel it. */
async function interruptRound(room: Room, files: ConferenceFiles, number: number): Promise<void> {
  const round = await files.round(number).read()
  if (!round || !mayMove(round.state, 'interrupted')) return
  const left = await changeRound(files, number, each =>
    moveTo(interruptTurns(each, each.phase1.receiptIds, instant(room)), 'interrupted'),
  )
  await files.journal.add([roundEvent('round.interrupted', left)])
}
