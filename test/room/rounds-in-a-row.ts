import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { roomRoundStart } from '../../src/room/conference/operations.ts'
import { abstain, openMeeting } from './support/conference.ts'

/** Starts each round in the moment in which the one before it reads `closed`. */
export async function expectRoundsInARow(count: number): Promise<void> {
  // Nothing is gathered, so that a round is little more than its beginning and its end.
  const oneRound = ['Nothing to gather.', abstain]
  const meeting = await openMeeting({ chief: Array.from({ length: count }, () => oneRound).flat() })
  for (let number = 1; number <= count; number++) {
    const started = await meeting.call(roomRoundStart, { id: meeting.id, prompt: `Round ${number}` })
    expect(started.number).toBe(number)
    while ((await meeting.record(number)).state !== 'closed') await sleep(1)
  }
}
