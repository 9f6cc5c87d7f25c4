import { expect } from 'vitest'
import { done, grounded, openMeeting, promptsOf, reading } from './support/conference.ts'

/** In a conference of so many rounds the prompts of the last one are as small as those of the first. */
export async function expectPromptsOfOneSize(rounds: number): Promise<void> {
  const replies = Array.from({ length: rounds }, () => [reading, done, grounded]).flat()
  const meeting = await openMeeting({ chief: replies })
  for (let round = 0; round < rounds; round++) await meeting.round('What color are her eyes?')
  const { chief } = meeting.models
  const sizes = (chief ? promptsOf(chief) : []).map(text => Buffer.byteLength(text))
  expect(sizes).toHaveLength(3 * rounds)
  const sum = (of: number[]) => of.reduce((all, each) => all + each, 0)
  expect(sum(sizes.slice(-3)) / sum(sizes.slice(0, 3))).toBeLessThanOrEqual(1.02)
}
