import { LockBusy, withLock } from '../../files/lock.ts'
import { hasLeft, inBackground } from '../background.ts'
import { roomFault } from '../faults.ts'
import { mintId } from '../ids.ts'
import { openBooks } from './books.ts'
import { openCardNews } from './card-news.ts'
import { finishCancel, finishClose } from './close.ts'
import { type ConferenceFiles, changeRound, conferenceOf, type Desk } from './desk.ts'
import { giveUp } from './interrupt.ts'
import { isOver, type RoundState } from './round-states.ts'
import { advanced, answer, change, gather, leaveOut, type RoundWork } from './round-work.ts'
import type { Round } from './schema.ts'
import { phaseEvent } from './shown-events.ts'
import { nextTurn } from './speakers-in-order.ts'
import { openTelling } from './telling.ts'

/** How long one who wants to work on a round waits for another one's step. */
export const lockWaitMs = 5000

let begun = 0

/**
 * Begins a round with the lock of its conference held, answers what it began, and drives it to its end behind the
 * answer, still holding the lock.
 */
export function driveInBackground(
  desk: Desk,
  files: ConferenceFiles,
  begin: () => Promise<Round | undefined>,
  waitMs = lockWaitMs,
): Promise<Round | undefined> {
  return new Promise((resolve, reject) => {
    inBackground(desk.room, `round ${++begun} of ${files.id}`, async leave => {
      try {
        await withLock(files.lock, 'named', waitMs, async () => {
          const round = await begin()
          if (!round) return resolve(undefined)
          const abort = new AbortController()
          desk.failures.delete(round.roundId)
          const driving = drive(desk, files, round.number, abort, leave).catch(async error => {
            await giveUp(desk, files, round.number).catch(() => {})
            desk.failures.set(round.roundId, error)
            throw error
          })
          desk.driven.set(round.roundId, { abort, done: driving.catch(() => {}) })
          resolve(round)
          try {
            await driving
          } finally {
            desk.driven.delete(round.roundId)
          }
        })
      } catch (error) {
        // Before the round began the caller hears of it; afterwards its record says where it stopped.
        reject(error instanceof LockBusy ? roomFault('round_running') : error)
        throw error
      }
    })
  })
}

/** Work on a round for as long as one call lasts. */
export async function withRound<T>(
  desk: Desk,
  files: ConferenceFiles,
  number: number,
  signal: AbortSignal,
  work: (work: RoundWork) => Promise<T>,
): Promise<T> {
  const telling = openTelling(files.journal)
  const books = openBooks()
  try {
    return await work({ desk, files, number, signal, telling, books, cards: openCardNews(desk, files) })
  } finally {
    await books.settled()
    await telling.settled()
  }
}

const lookMs = 300

async function drive(
  desk: Desk,
  files: ConferenceFiles,
  number: number,
  abort: AbortController,
  leave: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([leave, abort.signal])
  // Whoever cancels from another process does so by the state of the record.
  const looking = setInterval(() => void look(), lookMs)
  looking.unref()
  const look = async () => {
    const round = await files
      .round(number)
      .read()
      .catch(() => null)
    if (round?.state === 'canceling') abort.abort()
  }
  try {
    await withRound(desk, files, number, signal, async work => {
      // The disk gets the events of a step while the next one runs.
      for (let synced = Promise.resolve(); ; ) {
        const round = await files.round(number).read()
        if (!round || isOver(round.state)) return
        if (hasLeft(signal)) return putAside(files, number)
        await steps[round.state]?.(work, round)
        await synced
        synced = work.telling.settled()
        synced.catch(() => {})
      }
    })
  } finally {
    clearInterval(looking)
  }
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
  const { room } = work.desk
  const chief = (await room.agents.read()).agents.find(({ id }) => id === round.chiefId)
  if (!chief) throw roomFault('chief_required', { count: 0 })
  const isFresh = round.phase1.state === 'queued'
  await gather(work, chief, isFresh ? round.phase1.turnId : mintId('turn', room.random))
}

async function answerNext(work: RoundWork, round: Round): Promise<void> {
  const { desk, files, telling } = work
  const [conference, registry] = await Promise.all([conferenceOf(files), desk.room.agents.read()])
  if (round.turns.length === 0) telling.tell(phaseEvent('phase.started', round, 2))
  const next = nextTurn(conference, registry, round)
  if (!next) {
    const ended = await change(work, before => ({ ...advanced(before, 'closing'), endedAt: desk.now() }))
    telling.tell(phaseEvent('phase.finished', ended, 2))
    return
  }
  if (next.do === 'run') await answer(work, next.agent, mintId('turn', desk.room.random))
  else await leaveOut(work, next)
}

/** Whoever opens the workspace next goes on with it: nothing went wrong. */
async function putAside(files: ConferenceFiles, number: number): Promise<void> {
  await changeRound(files, number, round => ({ ...round, putAside: true }))
}
