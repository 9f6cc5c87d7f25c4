import { it } from 'vitest'
import { expectExactlyDependentSentences } from './changed-bytes.ts'

it('names exactly the sentences that rest on a line of which one byte changed', async () => {
  await expectExactlyDependentSentences(60)
})
