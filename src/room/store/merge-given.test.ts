import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mergeGiven } from './json-store.ts'

it('a merge sets what is given, takes away what is null and leaves the rest', () => {
  expect(mergeGiven({ a: 1, b: 2, c: 3 }, { a: 9, b: null, c: undefined, d: false })).toEqual({ a: 9, c: 3, d: false })
  expect(mergeGiven({ constructor: 1 }, {})).toEqual({ constructor: 1 })
})

it('a merge comes to the same when it is done twice', () => {
  const values = fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.constant(null)), { noNullPrototype: true })
  fc.assert(
    fc.property(values, values, (before, given) => {
      const once = mergeGiven(before, given)
      expect(mergeGiven(once, given)).toEqual(once)
      for (const [key, value] of Object.entries(before)) if (!Object.hasOwn(given, key)) expect(once[key]).toBe(value)
    }),
  )
})
