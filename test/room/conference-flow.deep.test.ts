import { it } from 'vitest'
import { expectPromptsOfOneSize } from './prompt-sizes.ts'
import { expectRoundsInARow } from './rounds-in-a-row.ts'

it('a conference keeps prompts of round 20 as small as those of round 1', async () => {
  await expectPromptsOfOneSize(20)
})

it('the next round starts right after a round reads closed, 1,000 times in a row (documents 3)', async () => {
  await expectRoundsInARow(1000)
}, 900_000)
