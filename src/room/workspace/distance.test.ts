import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editDistance } from './resolve.ts'

it.each([
  ['', '', 0],
  ['bell', 'bell', 0],
  ['bell', 'belt', 1],
  ['bell', 'bel', 1],
  ['bell', 'eblls', 2],
  ['ca', 'abc', 2],
  ['\u{1f514}a', 'a\u{1f514}', 1],
  ['Merrin', 'Marrin', 1],
])('the distance of two names %s to %s is %i', (a, b, wanted) => expect(editDistance(a, b, 9)).toBe(wanted))

it('the distance of two names is not computed beyond its limit', () => {
  expect(editDistance('abcd', 'wxyz', 3)).toBeUndefined()
  expect(editDistance('a', 'abcdef', 3)).toBeUndefined()
})

it('the distance of two names is the same both ways, zero for equal names only, and one after a swap of neighbours', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), maxLength: 8 })
  fc.assert(
    fc.property(name, name, (a, b) => {
      const distance = editDistance(a, b, 20)
      expect(distance).toBe(editDistance(b, a, 20))
      expect(distance === 0).toBe(a === b)
      expect(editDistance(`${a}xy${b}`, `${a}yx${b}`, 3)).toBe(1)
    }),
  )
})
