import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RecordMarks, unpackMarks } from './record-marks.ts'

it('the marks of records keep their times, and distinguish their ids', () => {
  const marks = new RecordMarks()
  for (let i = 0; i < 100_000; i++) marks.add(`record ${i}`, i)
  const unpacked = unpackMarks(marks.packed())
  expect(new Set(unpacked.map(({ id }) => id)).size).toBe(100_000)
  expect(unpacked.map(({ at }) => at)).toEqual(Array.from({ length: 100_000 }, (_, i) => i))
})

it('the marks of records go on from any number that was kept before', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.nat()), { maxLength: 200 }), fc.nat(200), (records, kept) => {
      const whole = new RecordMarks()
      for (const [id, at] of records) whole.add(id, at)
      const count = Math.min(kept, records.length)
      const resumed = new RecordMarks(whole.packed(), count)
      for (const [id, at] of records.slice(count)) resumed.add(id, at)
      expect(resumed.count).toBe(records.length)
      expect(resumed.packed()).toEqual(whole.packed())
    }),
  )
})
