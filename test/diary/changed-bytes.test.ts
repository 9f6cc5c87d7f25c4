import { it } from 'vitest'
import { expectExactlyDependentSentences } from './changed-bytes.ts'

it('verifying names exactly the sentences that rest on a line with one changed byte', async () => {
  await expectExactlyDependentSentences(60)
})
