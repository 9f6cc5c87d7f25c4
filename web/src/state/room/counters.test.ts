import { expect, it } from 'vitest'
import { ranked } from './counters.ts'

it('puts the most first, equal ones by name, and leaves out what never happened', () => {
  const tally = { b: 2, c: 0, a: 2, z: 5 }
  expect(ranked(tally, count => count)).toEqual([
    ['z', 5],
    ['a', 2],
    ['b', 2],
  ])
})
