import { expect, test } from 'vitest'
import { lineTotal } from '../src/money'

test('a line is rounded once', () => {
  expect(lineTotal(2650, 215)).toBe(570)
})
test('the half penny goes to the buyer', () => {
  expect(lineTotal(3100, 125)).toBe(387)
})
test('so does that of a refund', () => {
  expect(lineTotal(3100, -125)).toBe(-388)
  expect(lineTotal(2650, -215)).toBe(-570)
})
