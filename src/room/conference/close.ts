import { formatInstant } from '../../kernel/instants.ts'
import { appendActivity } from '../../projects/activity.ts'
import { projectById } from '../../projects/store.ts'
import { notices, notify } from '../notifications/notify.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { archive } from './archive.ts'
import { receiptsOfRound } from './buffer.ts'
import { roundEvent } from './event-contents.ts'
import { leftTraces, moved, stopped } from './round.ts'
import { change, type RoundWork } from './round-work.ts'
import type { Round } from './schema.ts'
import { type ConferenceFiles, changeConference } from './store.ts'

/** Closes a round whose turns are over. Every step may have been done before; none is done twice. */
export async function finishClose(work: RoundWork, round: Round): Promise<Round> {
  const { room, files, events, bookkeeping } = work
  await bookkeeping.done()
  await announce(work, roundEvent('round.closing', round))
  room.conferences.boundary('closing')
  const archived = await archive(room, files, round, [])
  const closed = await change(work, before => ({ ...moved(before, 'closed'), ...archived, closedAt: instant(room) }))
  room.conferences.boundary('closed')
  await release(room, files, closed)
  await events.synced()
  return closed
}

/** Ends a cancelled round: what ran is cut off, and what people saw of it is archived. */
export async function finishCancel(work: RoundWork, round: Round): Promise<Round> {
  const { room, files, events, bookkeeping } = work
  await bookkeeping.done()
  const receiptIds = (await receiptsOfRound(room, files.id, round.roundId)).map(({ receipt_id }) => receipt_id)
  const cut = await change(work, before => {
    const ended = stopped(before, receiptIds, instant(room))
    return { ...ended, endedAt: ended.endedAt ?? instant(room) }
  })
  const archived = leftTraces(cut) && (await archive(room, files, cut, ['round-cancelled']))
  const cancelled = await change(work, before => ({
    ...moved(before, 'cancelled'),
    ...archived,
    closedAt: instant(room),
  }))
  events.add(...(await work.cards.of(cancelled)))
  await events.synced()
  await release(room, files, cancelled)
  return cancelled
}

/** The last of it: the event, and the conference is free for the next round. */
export async function release(room: Room, files: ConferenceFiles, round: Round): Promise<void> {
  room.conferences.buffers.delete(round.roundId)
  const type = round.state === 'closed' ? 'round.closed' : 'round.cancelled'
  if (!(await isLogged(files, type, round.roundId))) {
    await Promise.all([notifyPeople(room, files, round), addToFeed(room, files, round)])
    await files.journal.add([roundEvent(type, round)])
  }
  room.conferences.boundary('told')
  await changeConference(files, conference =>
    conference.activeRoundId === round.roundId
      ? { ...conference, activeRoundId: null, updatedAt: instant(room) }
      : conference,
  )
}

async function announce({ files }: RoundWork, event: ReturnType<typeof roundEvent>): Promise<void> {
  if (!(await isLogged(files, event.type, event.roundId))) await files.journal.note([event])
}

async function isLogged({ journal }: ConferenceFiles, type: string, roundId: string | undefined): Promise<boolean> {
  return (await journal.all()).some(event => event.type === type && event.roundId === roundId)
}

async function addToFeed(room: Room, { id }: ConferenceFiles, round: Round): Promise<void> {
  const { number, roundId, issueId, linked = 0, state } = round
  await room.db.write(async tx => {
    const { tick } = await projectById(tx, room.project)
    await appendActivity(tx, {
      project_id: room.project,
      tick,
      ts: formatInstant(room.clock()),
      type: state === 'closed' ? 'room_round_closed' : 'room_round_cancelled',
      session_id: null,
      seq: null,
      summary: `Round ${number} of a conference was ${state}`,
      details: JSON.stringify({ conference: id, round: roundId, issue: issueId ?? null, linked }),
    })
  })
}

async function notifyPeople(room: Room, { id: conferenceId }: ConferenceFiles, round: Round): Promise<void> {
  const { number, roundId, issueId, state } = round
  if (state !== 'closed' || issueId === undefined) return
  await notify(room, notices.roundClosed({ conferenceId, number, roundId, issueId }))
}
