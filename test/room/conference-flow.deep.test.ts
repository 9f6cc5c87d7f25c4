import { it } from 'vitest'
import { expectPromptsOfOneSize } from './prompt-sizes.ts'
import { expectRoundsInARow } from './rounds-in-a-row.ts'

it('a conference keeps prompts of round 20 as small as those of round 1', async () => {
  await expectPromptsOfOneSize(20)
})

it.each(Array.from({ length: 20 }, (_, index) => index * 50))(
  'the next round starts right after a round reads closed, 1,000 times in a row: from %i',
  () => expectRoundsInARow(50),
)
