import { expect, it } from 'vitest'
import { timeWords } from './words.ts'

it('the time on hover is formatted, not as it is stored (client 8)', () => {
  const words = timeWords('2026-05-12T08:55:07.123Z')
  expect(words).toMatch(/^1[123] May 2026, \d\d:55:07$/)
})
