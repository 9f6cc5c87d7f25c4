import { LockBusy, withLock } from '../../files/lock.ts'
import { roomFault } from '../faults.ts'
import { theChief, withChief } from './attendees.ts'
import { finishCancel, finishClose, release } from './close.ts'
import { type ConferenceFiles, changeConference, changeRound, conferenceOf, type Desk, roundOf } from './desk.ts'
import { driveInBackground, lockWaitMs, withRound } from './drive.ts'
import { moved, resumedIn } from './round.ts'
import { isOver } from './round-states.ts'
import { advanced, change } from './round-work.ts'
import type { Conference, Round } from './schema.ts'
import { roundEvent } from './shown-events.ts'

/** How long a cancellation is waited for before it is answered as asked for. */
const cancelWaitMs = 2000

/** Asks for the end of a round; whoever drives it, in this process or another, ends it within two seconds. */
export async function cancelRound(desk: Desk, id: string, number: number): Promise<Round> {
  const files = desk.files(id)
  await roundOf(files, number)
  const { roundId } = await changeRound(files, number, round => {
    if (isOver(round.state)) throw roomFault('round_state', { state: round.state })
    return round.state === 'canceling' ? round : moved(round, 'canceling')
  })
  const driven = desk.driven.get(roundId)
  driven?.abort.abort()
  const ended = driven?.done ?? endIfNobodyDoes(desk, files, number)
  await Promise.race([ended, afterwards(cancelWaitMs)])
  return roundOf(files, number)
}

/** Closes a client-driven round, or finishes a closing that could not be finished; on a closed round nothing happens. */
export async function closeRound(desk: Desk, id: string, number: number): Promise<{ issueId: number; linked: number }> {
  const files = desk.files(id)
  const before = await roundOf(files, number)
  if (before.state === 'closed') return closedAs(before)
  if (before.state !== 'closing' && (before.drive === 'server' || !isClosable(before)))
    throw roomFault('round_state', { state: before.state })
  const closed = await withLock(files.lock, 'named', lockWaitMs, () =>
    withRound(desk, files, number, new AbortController().signal, async work => {
      const round = await change(work, each =>
        isOver(each.state) ? each : { ...advanced(each, 'closing'), endedAt: each.endedAt ?? desk.now() },
      )
      if (round.state === 'closing') return finishClose(work, round)
      return round
    }),
  )
  return closedAs(closed)
}

/** Goes on with a round that was left in the middle. */
export async function resumeRound(desk: Desk, id: string, number: number): Promise<Round> {
  const files = desk.files(id)
  const { state, drive } = await roundOf(files, number)
  if (state !== 'interrupted') throw roomFault('round_state', { state })
  const { id: chiefId } = theChief(await desk.room.agents.read())
  await changeConference(files, conference => withChief(conference, chiefId, desk.now()))
  const begin = async () => {
    const round = await changeRound(files, number, each => {
      const to = resumedIn(each)
      return { ...moved(each, to), chiefId, resumeCount: each.resumeCount + 1 }
    })
    await files.journal.add([roundEvent('round.resumed', round)])
    return round
  }
  if (drive === 'client') return withLock(files.lock, 'named', lockWaitMs, begin)
  const begun = await driveInBackground(desk, files, begin)
  if (!begun) throw roomFault('round_state', { state })
  return begun
}

/**
 * The conference, free for its next round once the last one is over: between the two there is a moment of writing, by
 * whoever holds the lock. If that process died in it, the rest is done here.
 */
export async function settledConference(desk: Desk, files: ConferenceFiles): Promise<Conference> {
  const conference = await conferenceOf(files)
  const round = conference.activeRoundId === null ? null : await files.round(conference.roundCount).read()
  if (!round || !isOver(round.state)) return conference
  try {
    await withLock(files.lock, 'named', lockWaitMs, async () => {
      const { activeRoundId } = await conferenceOf(files)
      if (activeRoundId === round.roundId) await release(desk, files, round)
    })
  } catch (error) {
    // Somebody else has begun the next round meanwhile and holds the lock for it.
    if (!(error instanceof LockBusy)) throw error
  }
  return conferenceOf(files)
}

async function endIfNobodyDoes(desk: Desk, files: ConferenceFiles, number: number): Promise<void> {
  await withLock(files.lock, 'named', lockWaitMs, async () => {
    const round = await roundOf(files, number)
    if (round.state === 'canceling') {
      await withRound(desk, files, number, AbortSignal.abort(), work => finishCancel(work, round))
    } else if (isOver(round.state)) await release(desk, files, round)
  }).catch(() => desk.room.log(`room: a round of ${files.id} could not be ended now and is ended at the next start`))
}

function isClosable({ state, phase1, turns }: Round): boolean {
  const isBusy = [phase1, ...turns].some(each => each.state === 'running')
  return (state === 'created' || state === 'phase2') && !isBusy
}

function closedAs({ state, issueId, linked = 0 }: Round): { issueId: number; linked: number } {
  if (state !== 'closed' || issueId === undefined) throw roomFault('round_state', { state })
  return { issueId, linked }
}

function afterwards(ms: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, ms).unref()
  })
}
