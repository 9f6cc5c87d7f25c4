import { setTimeout as sleep } from 'node:timers/promises'
import { LockBusy, withLock } from '../../files/lock.ts'
import { roomFault } from '../faults.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { requireChief, withChief } from './attendees.ts'
import { finishCancel, finishClose, release } from './close.ts'
import { lockWaitMs, startDriving } from './drive.ts'
import { roundEvent } from './journal.ts'
import { moveTo, resumedIn } from './round.ts'
import { advanceTo, change, withRound } from './round-work.ts'
import { type Conference, isOver, type Round } from './schema.ts'
import { type ConferenceFiles, changeConference, changeRound, conferenceOf, roundOf } from './store.ts'

/** How long a cancellation is waited for before it is answered as asked for. */
const cancelWaitMs = 2000

/** Asks for the end of a round; the process that drives it, this one or another, ends it within two seconds. */
export async function cancelRound(room: Room, id: string, number: number): Promise<Round> {
  const files = room.conferences.files(id)
  await roundOf(files, number)
  const { roundId, drive } = await changeRound(files, number, round => {
    if (isOver(round.state)) throw roomFault('round_state', { state: round.state })
    return round.state === 'canceling' ? round : moveTo(round, 'canceling')
  })
  if (drive === 'server') await room.jobs.cancel({ id: roundId, lock: files.lock })
  await Promise.race([endUnlessDriven(room, files, number), sleep(cancelWaitMs, undefined, { ref: false })])
  return roundOf(files, number)
}

/** Closes a client-driven round, or finishes a closing that could not be finished; on a closed round nothing happens. */
export async function closeRound(room: Room, id: string, number: number): Promise<{ issueId: number; linked: number }> {
  const files = room.conferences.files(id)
  const before = await roundOf(files, number)
  if (before.state === 'closed') return closedAs(before)
  if (before.state !== 'closing' && (before.drive === 'server' || !isClosable(before)))
    throw roomFault('round_state', { state: before.state })
  const closed = await withLock(files.lock, 'named', lockWaitMs, () =>
    withRound(room, files, number, new AbortController().signal, async work => {
      const round = await change(work, each =>
        isOver(each.state) ? each : { ...advanceTo(each, 'closing'), endedAt: each.endedAt ?? instant(room) },
      )
      if (round.state === 'closing') return finishClose(work, round)
      return round
    }),
  )
  return closedAs(closed)
}

/** Goes on with a round that was left in the middle. */
export async function resumeRound(room: Room, id: string, number: number): Promise<Round> {
  const files = room.conferences.files(id)
  const { roundId, state, drive } = await roundOf(files, number)
  if (state !== 'interrupted') throw roomFault('round_state', { state })
  const { id: chiefId } = requireChief(await room.agents.read())
  await changeConference(files, conference => withChief(conference, chiefId, instant(room)))
  const begin = async () => {
    const round = await changeRound(files, number, each => {
      const to = resumedIn(each)
      return { ...moveTo(each, to), chiefId, resumeCount: each.resumeCount + 1 }
    })
    await files.journal.add([roundEvent('round.resumed', round)])
    return round
  }
  if (drive === 'client') return withLock(files.lock, 'named', lockWaitMs, begin)
  const begun = await startDriving(room, files, { roundId, begin })
  if (!begun) throw roomFault('round_state', { state })
  return begun
}

/**
 * The conference, free for its next round once the last one is over: between the two there is a moment of writing, by
 * the process that holds the lock. If that process died in it, the rest is done here.
 */
export async function releaseLastRound(room: Room, files: ConferenceFiles): Promise<Conference> {
  const conference = await conferenceOf(files)
  const round = conference.activeRoundId === null ? null : await files.round(conference.roundCount).read()
  if (!round || !isOver(round.state)) return conference
  try {
    await withLock(files.lock, 'named', lockWaitMs, async () => {
      const { activeRoundId } = await conferenceOf(files)
      if (activeRoundId === round.roundId) await release(room, files, round)
    })
  } catch (error) {
    // Another process has begun the next round meanwhile and holds the lock for it.
    if (!(error instanceof LockBusy)) throw error
  }
  return conferenceOf(files)
}

async function endUnlessDriven(room: Room, files: ConferenceFiles, number: number): Promise<void> {
  await withLock(files.lock, 'named', lockWaitMs, async () => {
    const round = await roundOf(files, number)
    if (round.state === 'canceling') {
      await withRound(room, files, number, AbortSignal.abort(), work => finishCancel(work, round))
    } else if (isOver(round.state)) await release(room, files, round)
  }).catch(() => room.log(`room: a round of ${files.id} could not be ended now and is ended at the next start`))
}

function isClosable({ state, phase1, turns }: Round): boolean {
  const isBusy = [phase1, ...turns].some(each => each.state === 'running')
  return (state === 'created' || state === 'phase2') && !isBusy
}

function closedAs({ state, issueId, linked = 0 }: Round): { issueId: number; linked: number } {
  if (state !== 'closed' || issueId === undefined) throw roomFault('round_state', { state })
  return { issueId, linked }
}
