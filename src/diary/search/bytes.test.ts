import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ByteReader, ByteWriter } from './bytes.ts'

it('numbers of any size are read as they were written', () => {
  const edges = [7, 14, 21, 28, 31, 32, 35, 49, 52].flatMap(bits => [2 ** bits - 1, 2 ** bits, 2 ** bits + 1])
  const whole = fc.oneof(fc.constantFrom(...edges), fc.nat(300), fc.maxSafeNat())
  const either = fc.tuple(whole, fc.boolean()).map(([size, isLess]) => (isLess && size > 0 ? -size : size) / 2)
  fc.assert(
    fc.property(fc.array(fc.tuple(whole, either.map(Math.trunc)), { maxLength: 20 }), pairs => {
      const writer = new ByteWriter()
      for (const [number, signed] of pairs) {
        writer.number(number)
        writer.signed(signed)
      }
      const reader = new ByteReader(writer.take())
      expect(pairs.map(() => [reader.number(), reader.signed()])).toEqual(pairs.map(([n, s]) => [n, s === 0 ? 0 : s]))
      expect(reader.isAtEnd).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
