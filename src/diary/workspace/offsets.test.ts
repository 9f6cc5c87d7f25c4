import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineOffsets, OffsetsBuilder } from './offsets.ts'

const stamp = { size: 5_000_000_000n, mtimeNs: 1_770_000_000_123_456_789n, ino: 2n ** 63n + 5n }

it('the offsets of lines give every line start and, for a call, its lines from the nearest to the first', () => {
  const id = fc.constantFrom('a', 'b', 'toolu_1', '')
  const lines = fc.array(fc.tuple(fc.integer({ min: 1, max: 900_000_000 }), fc.array(id, { maxLength: 2 })))
  fc.assert(
    fc.property(lines, id, fc.nat(30), (added, wanted, before) => {
      const builder = new OffsetsBuilder()
      const starts: number[] = []
      let at = 0
      for (const [length, ids] of added) {
        starts.push(at)
        builder.add(at, ids)
        at += length * 3
      }
      const offsets = LineOffsets.from(builder.bytes(stamp), stamp)
      expect(offsets?.lines).toBe(added.length)
      expect(starts.map((_, index) => offsets?.start(index + 1))).toEqual(starts)
      expect(offsets?.start(added.length + 1)).toBe(5_000_000_000)
      const having = added.flatMap(([, ids], index) => ids.filter(each => each === wanted).map(() => index + 1))
      const earlier = having.filter(line => line < before).reverse()
      expect([...(offsets?.callsBefore(wanted, before) ?? [])]).toEqual(earlier)
    }),
  )
})

it('bytes that describe another file or are not whole are not taken for an index', () => {
  const builder = new OffsetsBuilder()
  builder.add(0, ['a'])
  builder.add(10, [])
  const bytes = builder.bytes(stamp)
  expect(LineOffsets.from(bytes, stamp)?.lines).toBe(2)
  for (const other of [{ size: 1n }, { mtimeNs: 1n }, { ino: 1n }]) {
    expect(LineOffsets.from(bytes, { ...stamp, ...other })).toBeUndefined()
  }
  for (let length = 0; length < bytes.length; length++) {
    expect(LineOffsets.from(bytes.subarray(0, length), stamp)).toBeUndefined()
  }
  expect(LineOffsets.from(Buffer.concat([bytes, bytes]), stamp)).toBeUndefined()
})
