import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cite } from './text.ts'

const spans = (lines: Iterable<number>) => cite(lines).map(cited => cited.lines)

it('distinct lines are cited as spans in order', () => {
  expect(spans([9, 4, 5, 6, 4])).toEqual(['4-6', '9-9'])
  expect(spans([])).toEqual([])
})

it('the nearest spans, the first of equals, are joined until twelve are left', () => {
  const every = Array.from({ length: 14 }, (_, i) => i * 10 + 1)
  expect(spans(every)).toEqual(['1-21', ...every.slice(3).map(line => `${line}-${line}`)])
  expect(spans([...every.slice(0, 12), 114])).toEqual([...every.slice(0, 11).map(line => `${line}-${line}`), '111-114'])
})

it('a citation covers every line with at most twelve spans', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 80 }), lines => {
      const cited = spans(lines).map(each => each.split('-').map(Number))
      expect(cited.length).toBeLessThanOrEqual(12)
      for (const line of lines) expect(cited.some(([from = 0, to = 0]) => from <= line && line <= to)).toBe(true)
      expect(cited[0]?.[0]).toBe(Math.min(...lines))
      expect(cited.at(-1)?.[1]).toBe(Math.max(...lines))
    }),
  )
})
