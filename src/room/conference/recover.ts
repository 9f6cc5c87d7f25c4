import { isHeld, runIfFree } from '../../jobs/jobs.ts'
import { enabledChiefs } from '../agents/registry.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { endTurn } from '../turns/turn-rows.ts'
import { finishCancel, finishClose, release } from './close.ts'
import { startDriving } from './drive.ts'
import { gatheringEvent, roundEvent, turnEndEvents, turnEvent } from './journal.ts'
import { interruptTurns, moveTo, resumedIn } from './round.ts'
import { receiptsOfRound } from './round-turn.ts'
import { withRound } from './round-work.ts'
import { type Conference, isOver, type Round } from './schema.ts'
import { type ConferenceFiles, changeConference, changeRound } from './store.ts'

/** Finds rounds that a process left in the middle and goes on with them, once; those that a process drives are left. */
export async function recoverConferences(room: Room): Promise<void> {
  for (const id of await room.conferences.ids()) {
    const files = room.conferences.files(id)
    const conference = await files.conference.read().catch(() => null)
    if (!conference || conference.activeRoundId === null) continue
    await recoverConference(room, files, conference).catch(() => {
      room.log(`room: a round of ${id} could not be recovered`)
    })
  }
}

async function recoverConference(room: Room, files: ConferenceFiles, { roundCount }: Conference): Promise<void> {
  if (await isHeld(files.lock)) return
  const round = await files.round(roundCount).read()
  if (round && mayGoOn(round)) {
    const { roundId } = round
    await startDriving(room, files, { roundId, begin: () => resumeLeftRound(room, files, roundCount), waitMs: 0 })
    return
  }
  await runIfFree(files.lock, () => finishLeftRound(room, files, roundCount))
}

function mayGoOn({ drive, state }: Round): boolean {
  return drive === 'server' && (state === 'created' || state === 'phase1' || state === 'phase2')
}

/** The round to be driven on; undefined when it has to wait for a person to resume it. */
async function resumeLeftRound(room: Room, files: ConferenceFiles, number: number): Promise<Round | undefined> {
  const before = await files.round(number).read()
  if (!before || !mayGoOn(before)) return undefined
  const marked = await markInterrupted(room, files, before)
  const { conference } = await room.workspace.settings()
  const hasChief = enabledChiefs(await room.agents.read()).length === 1
  const counts = before.putAside ? 0 : 1
  if (!conference.autoResume || !hasChief || (counts > 0 && before.resumeCount > 0)) {
    const round = await changeRound(files, number, each => moveTo(each, 'interrupted'))
    await files.journal.add([roundEvent('round.interrupted', round)])
    return undefined
  }
  const left = roundEvent('round.interrupted', { ...marked, state: 'interrupted' })
  const round = await changeRound(files, number, each => {
    const to = resumedIn(each)
    const { putAside: _, ...resumed } = each.state === to ? each : moveTo(moveTo(each, 'interrupted'), to)
    return { ...resumed, resumeCount: each.resumeCount + counts }
  })
  await files.journal.add([left, roundEvent('round.resumed', round)])
  return round
}

/** Ends that were begun are finished; a client-driven round waits for its client. */
async function finishLeftRound(room: Room, files: ConferenceFiles, number: number): Promise<void> {
  const round = await files.round(number).read()
  if (!round) {
    await changeConference(files, each => ({ ...each, activeRoundId: null, updatedAt: instant(room) }))
    return
  }
  if (isOver(round.state)) return release(room, files, round)
  if (round.state === 'interrupted') return
  if (round.drive === 'client' && round.state !== 'closing' && round.state !== 'canceling') {
    await markInterrupted(room, files, round)
    await changeRound(files, number, each =>
      each.state === 'phase1'
        ? { ...moveTo(each, 'interrupted'), state: resumedIn(each) === 'phase1' ? 'created' : 'phase2' }
        : each,
    )
    return
  }
  await addMissingEvents(files, round)
  await withRound(room, files, number, AbortSignal.abort(), work =>
    round.state === 'closing' ? finishClose(work, round) : finishCancel(work, round),
  )
}

/** What ran when its process died has failed: in the record, in the rows of turns and in the events. */
async function markInterrupted(room: Room, files: ConferenceFiles, before: Round): Promise<Round> {
  const receiptIds = (await receiptsOfRound(room, files.id, before.roundId)).map(({ receipt_id }) => receipt_id)
  const running = [before.phase1, ...before.turns].filter(({ state }) => state === 'running')
  const round = await changeRound(files, before.number, each => interruptTurns(each, receiptIds, instant(room)))
  for (const { turnId } of running) {
    await room.db.write(tx => endTurn(tx, room.project, turnId, 'error', instant(room)))
  }
  await addMissingEvents(files, round)
  return round
}

/** Ends of turns that are on record and have no event yet. */
async function addMissingEvents({ journal }: ConferenceFiles, round: Round): Promise<void> {
  const announced = new Set(
    (await journal.all()).filter(({ type }) => turnEndEvents.has(type)).map(({ turnId }) => turnId),
  )
  const events = [gatheringEvent(round), ...round.turns.map(turn => turnEvent(round, turn))]
  const missing = events.filter(event => event !== undefined).filter(({ turnId }) => !announced.has(turnId))
  if (missing.length > 0) await journal.add(missing)
}
