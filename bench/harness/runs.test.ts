import { describe, expect, it } from 'vitest'
import { alternate, compare, countedRuns } from './runs.ts'
import { median, quantile } from './samples.ts'

describe('samples', () => {
  it('the median is found for odd and even numbers of samples, in any order', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 3, 2])).toBe(2.5)
  })

  it('the spread is from the smallest to the largest sample', () => {
    const samples = Array.from({ length: 101 }, (_, index) => 100 - index)
    expect([0, 0.5, 0.95, 0.99, 1].map(share => quantile(samples, share))).toEqual([0, 50, 95, 99, 100])
  })

  it('no samples give no result', () => {
    expect(quantile([], 0.5)).toBeNaN()
  })
})

describe('runs', () => {
  it('the first run does not count', async () => {
    expect(await countedRuns(3, async index => index)).toEqual([1, 2, 3])
  })

  it('sides are compared within each run, so that a slow run does not change the ratio', () => {
    const pairs = [
      { subject: 20, baseline: 10 },
      { subject: 400, baseline: 200 },
      { subject: 33, baseline: 11 },
    ]
    expect(compare(pairs)).toEqual({ subject: 33, baseline: 11, ratio: 2, low: 2, high: 3 })
  })

  it('the sides take turns, block by block, until every call was made', async () => {
    const order: string[] = []
    const taken = await alternate(
      { subject: call => order.push(`a${call}`), baseline: call => order.push(`b${call}`) },
      { calls: 3, block: 2 },
    )
    expect(order).toEqual(['a0', 'a1', 'b0', 'b1', 'a2', 'b2'])
    expect([taken.subject.length, taken.baseline.length]).toEqual([3, 3])
  })
})
