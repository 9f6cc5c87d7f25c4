import { it } from 'vitest'
import { expectPromptsOfOneSize } from './prompt-sizes.ts'

it('a conference keeps prompts of round 20 as small as those of round 1', async () => {
  await expectPromptsOfOneSize(20)
})
