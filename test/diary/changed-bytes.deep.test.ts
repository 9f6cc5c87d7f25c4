import { it } from 'vitest'
import { expectExactlyDependentSentences } from './changed-bytes.ts'

it('names exactly the dependent sentences for a thousand changed bytes', { timeout: 300_000 }, async () => {
  await expectExactlyDependentSentences(1000)
})
