import { formatInstant } from '../../kernel/instants.ts'
import { appendActivity } from '../../projects/activity.ts'
import { projectById } from '../../projects/store.ts'
import { notices } from '../notifications/notices.ts'
import { notify } from '../notifications/notify.ts'
import { archive } from './archive.ts'
import { receiptsOfRound } from './buffer.ts'
import { type ConferenceFiles, changeConference, type Desk } from './desk.ts'
import { leftTraces, moved, stopped } from './round.ts'
import { change, type RoundWork } from './round-work.ts'
import type { Round } from './schema.ts'
import { roundEvent } from './shown-events.ts'

/** Closes a round whose turns are over. Every step may have been done before; none is done twice. */
export async function finishClose(work: RoundWork, round: Round): Promise<Round> {
  const { desk, files, telling, books } = work
  await books.settled()
  await announce(work, roundEvent('round.closing', round))
  desk.boundary('closing')
  const archived = await archive(desk, files, round, [])
  const closed = await change(work, before => ({ ...moved(before, 'closed'), ...archived, closedAt: desk.now() }))
  desk.boundary('closed')
  await release(desk, files, closed)
  await telling.settled()
  return closed
}

/** Ends a cancelled round: what ran is cut off, and what people saw of it is archived. */
export async function finishCancel(work: RoundWork, round: Round): Promise<Round> {
  const { desk, files, telling, books } = work
  await books.settled()
  const receiptIds = (await receiptsOfRound(desk.room, files.id, round.roundId)).map(({ receipt_id }) => receipt_id)
  const cut = await change(work, before => {
    const ended = stopped(before, receiptIds, desk.now())
    return { ...ended, endedAt: ended.endedAt ?? desk.now() }
  })
  const archived = leftTraces(cut) && (await archive(desk, files, cut, ['round-cancelled']))
  const cancelled = await change(work, before => ({
    ...moved(before, 'cancelled'),
    ...archived,
    closedAt: desk.now(),
  }))
  telling.tell(...(await work.cards.of(cancelled)))
  await telling.settled()
  await release(desk, files, cancelled)
  return cancelled
}

/** The last of it: the event, and the conference is free for the next round. */
export async function release(desk: Desk, files: ConferenceFiles, round: Round): Promise<void> {
  desk.buffers.delete(round.roundId)
  const type = round.state === 'closed' ? 'round.closed' : 'round.cancelled'
  if (!(await isTold(files, type, round.roundId))) {
    await Promise.all([tellPeople(desk, files, round), tellFeed(desk, files, round)])
    await files.journal.add([roundEvent(type, round)])
  }
  desk.boundary('told')
  await changeConference(files, conference =>
    conference.activeRoundId === round.roundId
      ? { ...conference, activeRoundId: null, updatedAt: desk.now() }
      : conference,
  )
}

async function announce({ files }: RoundWork, event: ReturnType<typeof roundEvent>): Promise<void> {
  if (!(await isTold(files, event.type, event.roundId))) await files.journal.note([event])
}

async function isTold({ journal }: ConferenceFiles, type: string, roundId: string | undefined): Promise<boolean> {
  return (await journal.all()).some(event => event.type === type && event.roundId === roundId)
}

async function tellFeed({ room }: Desk, { id }: ConferenceFiles, round: Round): Promise<void> {
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

async function tellPeople({ room }: Desk, { id: conferenceId }: ConferenceFiles, round: Round): Promise<void> {
  const { number, roundId, issueId, state } = round
  if (state !== 'closed' || issueId === undefined) return
  await notify(room, notices.roundClosed({ conferenceId, number, roundId, issueId }))
}
