import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { endTurn } from '../turns/turn-rows.ts'
import { gatheringEvent, roundEvent, turnEnds, turnEvent } from './journal.ts'
import { interrupted, moved } from './round.ts'
import { receiptsOfRound } from './round-turn.ts'
import { mayMove, type Round } from './schema.ts'
import { type ConferenceFiles, changeRound } from './store.ts'

/** A round that cannot be driven on now waits for a person, who may resume or cancel it. */
export async function interruptRound(room: Room, files: ConferenceFiles, number: number): Promise<void> {
  const round = await files.round(number).read()
  if (!round || !mayMove(round.state, 'interrupted')) return
  const left = await changeRound(files, number, each =>
    moved(interrupted(each, each.phase1.receiptIds, instant(room)), 'interrupted'),
  )
  await files.journal.add([roundEvent('round.interrupted', left)])
}

/** What ran when its process died has failed: on record, in the rows of turns, and for those who watch. */
export async function markInterrupted(room: Room, files: ConferenceFiles, before: Round): Promise<Round> {
  const receiptIds = (await receiptsOfRound(room, files.id, before.roundId)).map(({ receipt_id }) => receipt_id)
  const running = [before.phase1, ...before.turns].filter(({ state }) => state === 'running')
  const round = await changeRound(files, before.number, each => interrupted(each, receiptIds, instant(room)))
  for (const { turnId } of running) {
    await room.db.write(tx => endTurn(tx, room.project, turnId, 'error', instant(room)))
  }
  await addMissingEvents(files, round)
  return round
}

/** Ends of turns that are on record and that nobody was told of any more. */
export async function addMissingEvents({ journal }: ConferenceFiles, round: Round): Promise<void> {
  const told = new Set((await journal.all()).filter(({ type }) => turnEnds.has(type)).map(({ turnId }) => turnId))
  const events = [gatheringEvent(round), ...round.turns.map(turn => turnEvent(round, turn))]
  const missing = events.filter(event => event !== undefined).filter(({ turnId }) => !told.has(turnId))
  if (missing.length > 0) await journal.add(missing)
}
