import { expect, it } from 'vitest'
import { openTestRoom } from './support/open-room.ts'

it('plays a whole turn with the built-in responder', async () => {
  const { turn } = await openTestRoom()
  const played = await turn('continuity', 'Check scene 4 against canon. Does anything contradict?')
  console.log(played.content, played.state, played.events, played.modelCalls)
  expect(played.state).toBe('accepted')
})
