import { describe, expect, it } from 'vitest'
import { alternate, compare, countedRuns } from './runs.ts'
import { median, quantile } from './samples.ts'

describe('samples', () => {
  it('finds the middle of odd and even numbers of samples, in whatever order they came', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 3, 2])).toBe(2.5)
  })

  it('reaches from the least to the greatest sample', () => {
    const samples = Array.from({ length: 101 }, (_, index) => 100 - index)
    expect([0, 0.5, 0.95, 0.99, 1].map(share => quantile(samples, share))).toEqual([0, 50, 95, 99, 100])
  })

  it('has no answer where there is no sample', () => {
    expect(quantile([], 0.5)).toBeNaN()
  })
})

describe('runs', () => {
  it('do not count the first one', async () => {
    expect(await countedRuns(3, async index => index)).toEqual([1, 2, 3])
  })

  it('are compared within themselves, so that a slow one does not tip the scales', () => {
    const pairs = [
      { subject: 20, baseline: 10 },
      { subject: 400, baseline: 200 },
      { subject: 33, baseline: 11 },
    ]
    expect(compare(pairs)).toEqual({ subject: 33, baseline: 11, ratio: 2, low: 2, high: 3 })
  })

  it('let the sides take turns, block by block, until every call was made', async () => {
    const order: string[] = []
    const taken = await alternate(
      { subject: call => order.push(`a${call}`), baseline: call => order.push(`b${call}`) },
      { calls: 3, block: 2 },
    )
    expect(order).toEqual(['a0', 'a1', 'b0', 'b1', 'a2', 'b2'])
    expect([taken.subject.length, taken.baseline.length]).toEqual([3, 3])
  })
})
