import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byteOrder } from './byte-order.ts'

it('texts are ordered as their bytes are', () => {
  const text = fc.string({ unit: 'binary', maxLength: 4 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(byteOrder(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
    { numRuns: 2000 },
  )
})
