import { expect, it } from 'vitest'
import { roomConferenceClose, roomRoundStart } from '../../src/room/conference/operations.ts'
import { expectRoundsInARow } from './rounds-in-a-row.ts'
import { abstain, done, openMeeting, reading } from './support/conference.ts'

it('the next round starts right after a round reads closed, 5 times in a row', async () => {
  await expectRoundsInARow(5)
})

it('a conference is free again where the process died between closing a round and saying so', async () => {
  const meeting = await openMeeting({ chief: [reading, done, abstain, reading, done, abstain] })
  const { id, room } = meeting
  const { roundId } = await meeting.round()
  const files = room.conferences.files(id)
  const stuck = () =>
    files.conference.change(before => ({ next: before && { ...before, activeRoundId: roundId }, result: null }))
  await stuck()
  expect(await meeting.call(roomRoundStart, { id, prompt: 'x' })).toMatchObject({ number: 2 })
  await expect.poll(async () => (await meeting.record(2)).state).toBe('closed')
  const second = await meeting.record(2)
  await files.conference.change(before => ({
    next: before && { ...before, activeRoundId: second.roundId },
    result: null,
  }))
  expect(await meeting.call(roomConferenceClose, { id })).toMatchObject({ state: 'closed' })
})
