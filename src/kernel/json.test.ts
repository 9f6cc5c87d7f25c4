import { expect, test } from 'vitest'
import { isDeeperThan } from './json.ts'

test('depth is counted in arrays and objects around a value, and very deep values are measured too', () => {
  expect(isDeeperThan('text', 0)).toBe(false)
  expect(isDeeperThan({ a: [1] }, 2)).toBe(false)
  expect(isDeeperThan({ a: [[1]] }, 2)).toBe(true)
  expect(isDeeperThan(JSON.parse('['.repeat(1_000_000) + ']'.repeat(1_000_000)), 200)).toBe(true)
})
