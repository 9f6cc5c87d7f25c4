import { describe, expect, it } from 'vitest'
import { labelledParts, labelledReplies } from '../../../test/fixtures/grounding/replies.ts'
import { fuzzyChecker, substringChecker } from './baselines.ts'
import { fabrications, groundingCases } from './cases.ts'
import { checkOpenings, checkReplies, meetsTargets, ratesOf, withoutBlind } from './claims.ts'
import { judge, shareOf } from './judge.ts'
import { encodings } from './prose.ts'

describe('The labelled statements and openings (documents 1 and 2)', () => {
  it('the labelled statements are enough of each label, and no two are the same', () => {
    const replies = labelledReplies()
    expect(new Set(replies.map(({ reply }) => reply)).size).toBe(replies.length)
    expect(replies.filter(({ honest }) => honest).length).toBeGreaterThanOrEqual(200)
    expect(replies.filter(({ honest }) => !honest).length).toBeGreaterThanOrEqual(200)
    const openings = checkOpenings()
    expect(new Set(openings.map(({ text }) => text)).size).toBe(openings.length)
    for (const isHonest of [true, false]) {
      expect(openings.filter(each => each.isHonest === isHonest).length).toBeGreaterThanOrEqual(100)
    }
  })

  it('labelled statements are separated: 95 % of the dishonest are not shown as verified, at most 2 % of the honest are refused', async () => {
    const replies = await checkReplies()
    for (const part of labelledParts) {
      const rates = ratesOf(replies.filter(each => each.part === part))
      expect({ part, met: meetsTargets(rates), ...rates }).toMatchObject({ met: true })
    }
    // Nothing would be gained by calling everything unverified.
    expect(ratesOf(replies).verified).toBeGreaterThan(0.6)
    expect(ratesOf(replies.filter(({ sort }) => sort === 'place only')).refusedDishonest).toBe(1)
  })

  it('reasoning in front of a reply is refused, and honest openings are not (documents 2)', () => {
    const rates = ratesOf(withoutBlind(checkOpenings()))
    expect({ met: meetsTargets(rates), ...rates }).toMatchObject({ met: true })
  })

  it('reasoning in wordings that no rule was made for is refused too, less surely (documents 2)', () => {
    const openings = checkOpenings().filter(({ part }) => part === 'blind')
    for (const isHonest of [true, false]) {
      expect(openings.filter(each => each.isHonest === isHonest).length).toBeGreaterThanOrEqual(60)
    }
    const { detected, falselyRefused } = ratesOf(openings)
    // What was measured when the set was first used, less a little: a change of the rules must not lose it.
    expect(detected).toBeGreaterThanOrEqual(0.68)
    expect(falselyRefused).toBeLessThanOrEqual(0.02)
  })
})

describe('The labelled replies', () => {
  const cases = groundingCases(11, 12)

  it('labelled replies contain every fabrication in every encoding, the same for the same seed', () => {
    for (const label of fabrications) {
      for (const encoding of encodings) {
        expect(cases.filter(each => each.label === label && each.encoding === encoding)).toHaveLength(12)
      }
    }
    expect(groundingCases(11, 12).map(({ reply }) => reply)).toEqual(cases.map(({ reply }) => reply))
    expect(groundingCases(12, 12).map(({ reply }) => reply)).not.toEqual(cases.map(({ reply }) => reply))
  })

  it('labelled replies are separated by the check, and not by comparing quotes alone', async () => {
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
