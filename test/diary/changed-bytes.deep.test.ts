import { it } from 'vitest'
import { expectExactlyDependentSentences } from './changed-bytes.ts'

it.each([1, 2, 3, 4, 5])(
  'verifying names exactly the dependent sentences for two hundred changed bytes (%i of 5)',
  seed => expectExactlyDependentSentences(200, seed),
)
