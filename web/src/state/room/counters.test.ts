import { expect, it } from 'vitest'
import { ranked } from './counters.ts'

it('counts are sorted by size, then by name, without zeros', () => {
  const tally = { b: 2, c: 0, a: 2, z: 5 }
  expect(ranked(tally, count => count)).toEqual([
    ['z', 5],
    ['a', 2],
    ['b', 2],
  ])
})
