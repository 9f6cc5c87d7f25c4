import { expect, test } from 'vitest'
import { dollars } from './numbers.ts'

test('a sum that is half a cent by its millionths is shown the same however it was added up', () => {
  expect([0.075, 0.074_999_999_9, 0.05 + 0.025, 1.005, 12_345.678, 0.0042].map(dollars)).toEqual([
    '$0.08',
    '$0.08',
    '$0.08',
    '$1.01',
    '$12,345.68',
    '$0.0042',
  ])
})
