import { expect } from 'vitest'
import { roomRoundStart } from '../../src/room/operations/room-round-start.ts'
import { abstain, done, openMeeting, reading } from './support/conference.ts'

/** Starts each round in the moment in which the one before it reads `closed`. */
export async function expectRoundsInARow(count: number): Promise<void> {
  const oneRound = [reading, done, abstain]
  const meeting = await openMeeting({ chief: Array.from({ length: count }, () => oneRound).flat() })
  for (let number = 1; number <= count; number++) {
    const started = await meeting.call(roomRoundStart, { id: meeting.id, prompt: `Round ${number}` })
    expect(started.number).toBe(number)
    while ((await meeting.record(number)).state !== 'closed') await new Promise(setImmediate)
  }
}
