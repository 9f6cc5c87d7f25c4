import { describe, expect, it } from 'vitest'
import { fuzzyChecker, substringChecker } from './baselines.ts'
import { fabrications, groundingCases } from './cases.ts'
import { judge, shareOf } from './judge.ts'
import { encodings } from './prose.ts'

describe('The labelled replies', () => {
  const cases = groundingCases(11, 12)

  it('hold every fabrication in every encoding, the same for the same seed', () => {
    for (const label of fabrications) {
      for (const encoding of encodings) {
        expect(cases.filter(each => each.label === label && each.encoding === encoding)).toHaveLength(12)
      }
    }
    expect(groundingCases(11, 12).map(({ reply }) => reply)).toEqual(cases.map(({ reply }) => reply))
    expect(groundingCases(12, 12).map(({ reply }) => reply)).not.toEqual(cases.map(({ reply }) => reply))
  })

  it('are told apart by the check, and not by comparing quotes alone', async () => {
    const daybook = await judge(
      'Daybook',
      async ({ reply, place }) => (await place.room.check(reply)).status === 'accepted',
      cases,
    )
    expect(daybook.misses.map(({ label, reply }) => [label, reply])).toEqual([])
    const substring = await judge('substring', substringChecker, cases)
    expect(shareOf(substring, 'invented quote')).toBe(1)
    expect(shareOf(substring, 'false absence')).toBe(0)
    const fuzzy = await judge('fuzzy', fuzzyChecker, cases)
    expect(shareOf(fuzzy, 'altered quote')).toBeLessThan(0.5)
  })
})
