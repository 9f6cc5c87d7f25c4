import { expect, test } from 'vitest'
import { roundingRemark } from './costs.ts'
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

test('amounts that do not add up as they are shown say so, others say nothing', () => {
  const cents = (...amounts: Array<number | null>) => amounts.map(usd => ({ usd }))
  expect(roundingRemark(cents(1.004, 1.004, null), { usd: 2.008 })).toContain('add up to $2.00,')
  expect(roundingRemark(cents(1.25, 0.004, 0.006), { usd: 1.26 })).toBe('')
})
