import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinCosts, type Spent, splitCosts } from './split.ts'

const share = fc.record({ thing: fc.constantFrom('a', 'b', 'c', 'd'), weight: fc.integer({ min: 1, max: 500 }) })
const spent: fc.Arbitrary<Spent> = fc.record({
  usd: fc.option(fc.double({ min: 0, max: 50, noNaN: true })),
  atLeast: fc.boolean(),
  turns: fc.constantFrom(0 as const, 1 as const),
  things: fc.uniqueArray(share, { maxLength: 4, selector: ({ thing }) => thing }),
})

it('costs are split so that the parts add up to the whole, to the millionth of a dollar and the turn', () => {
  fc.assert(
    fc.property(fc.array(fc.array(spent, { maxLength: 30 }), { maxLength: 4 }), days => {
      const { total, things, unattributed } = joinCosts(days.map(splitCosts))
      const parts = [...things.values(), unattributed]
      const known = days.map(day => Math.round(day.reduce((sum, { usd }) => sum + (usd ?? 0), 0) * 1_000_000))
      expect(parts.every(({ micros }) => Number.isInteger(micros) && micros >= 0)).toBe(true)
      expect(parts.reduce((sum, { micros }) => sum + micros, 0)).toBe(known.reduce((sum, each) => sum + each, 0))
      expect(total.micros).toBe(known.reduce((sum, each) => sum + each, 0))
      expect(parts.reduce((sum, { turns }) => sum + turns, 0)).toBe(
        days.flat().filter(({ turns }) => turns === 1).length,
      )
      expect(total.atLeast).toBe(days.flat().some(({ atLeast }) => atLeast))
    }),
  )
})

it('the cost of a turn is shared by weight, and the turn is counted where it did most', () => {
  const things = [
    { thing: 'a', weight: 1 },
    { thing: 'b', weight: 2 },
  ]
  const { things: found, unattributed } = splitCosts([
    { usd: 0.000_004, atLeast: false, turns: 1, things },
    { usd: null, atLeast: true, turns: 1, things: [] },
  ])
  expect(Object.fromEntries(found)).toEqual({
    a: { micros: 1, turns: 0, atLeast: false },
    b: { micros: 3, turns: 1, atLeast: false },
  })
  expect(unattributed).toEqual({ micros: 0, turns: 1, atLeast: true })
})
