import { expect, it } from 'vitest'
import { addMonths, intensity, lastDay, weeksOf } from './calendar.ts'

it('a month is laid out in weeks from Monday', () => {
  const weeks = weeksOf('2026-05')
  expect(weeks[0]).toEqual([null, null, null, null, '2026-05-01', '2026-05-02', '2026-05-03'])
  expect(weeks.flat().filter(day => day !== null)).toHaveLength(31)
  expect(weeksOf('2026-02')).toHaveLength(5)
  expect(weeksOf('2027-02')).toHaveLength(4)
})

it('months continue over the end of a year', () => {
  expect(addMonths('2026-01', -2)).toBe('2025-11')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(lastDay('2028-02')).toBe('2028-02-29')
})

it('days have four levels by their number of turns', () => {
  expect([0, 1, 9, 10, 24, 25, 49, 50, 500].map(intensity)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4])
})
