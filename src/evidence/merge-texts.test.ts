import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedRegions, mergeTexts } from './merge-texts.ts'

const texts = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd'), { maxLength: 8 }).map(lines => lines.join(''))

test('changes in different places are all kept', () => {
  const base = 'one\ntwo\nthree\nfour\nfive\n'
  const merged = mergeTexts(base, 'ONE\ntwo\nthree\nfour\nfive\n', 'one\ntwo\nthree\nfour\nFIVE\nsix\n')
  expect(merged).toEqual({ text: 'ONE\ntwo\nthree\nfour\nFIVE\nsix\n', overlaps: 0 })
})

test('where both changed the same line yours is kept and the place is counted', () => {
  const merged = mergeTexts('one\ntwo\nthree\n', 'one\nmine\nthree\n', 'one\nother\nthree\nfour\n')
  expect(merged).toEqual({ text: 'one\nmine\nthree\nfour\n', overlaps: 1 })
})

test('the same change on both sides is made once', () => {
  expect(mergeTexts('a\nb\n', 'a\nB\n', 'a\nB\n')).toEqual({ text: 'a\nB\n', overlaps: 0 })
})

test('when one side changed nothing the other side is the result', () => {
  fc.assert(
    fc.property(texts, texts, (base, changed) => {
      expect(mergeTexts(base, changed, base)).toEqual({ text: changed, overlaps: 0 })
      expect(mergeTexts(base, base, changed)).toEqual({ text: changed, overlaps: 0 })
    }),
  )
})

test('swapping the sides finds the same overlaps, and the same text when there is none', () => {
  fc.assert(
    fc.property(texts, texts, texts, (base, yours, theirs) => {
      const one = mergeTexts(base, yours, theirs)
      const two = mergeTexts(base, theirs, yours)
      expect(two.overlaps).toBe(one.overlaps)
      if (one.overlaps === 0) expect(two.text).toBe(one.text)
    }),
  )
})

test('regions have the lines of all three sides, and changes that touch are one region', () => {
  const base = 'one\ntwo\nthree\nfour\nfive'
  expect(changedRegions(base, 'ONE\ntwo\nthree\nfour\nfive and more', 'one\ntwo\n3\nfour\nfive, changed')).toEqual([
    { from: 0, to: 1, base: ['one\n'], yours: ['ONE\n'], theirs: ['one\n'] },
    { from: 2, to: 3, base: ['three\n'], yours: ['three\n'], theirs: ['3\n'] },
    { from: 4, to: 5, base: ['five'], yours: ['five and more'], theirs: ['five, changed'] },
  ])
  expect(changedRegions('a\nb', 'a\nmine\nb', 'a\ntheirs\nb')).toEqual([
    { from: 1, to: 1, base: [], yours: ['mine\n'], theirs: ['theirs\n'] },
  ])
})

test('the regions put back into the base give each side again', () => {
  fc.assert(
    fc.property(texts, texts, texts, (base, yours, theirs) => {
      const regions = changedRegions(base, yours, theirs)
      expect(putBack(base, regions, 'yours')).toBe(yours)
      expect(putBack(base, regions, 'theirs')).toBe(theirs)
    }),
    { numRuns: 500 },
  )
})

function putBack(base: string, regions: ReturnType<typeof changedRegions>, side: 'yours' | 'theirs'): string {
  const lines = base.match(/[^\n]*\n|[^\n]+$/g) ?? []
  for (const { from, to, [side]: replacement } of regions.toReversed()) lines.splice(from, to - from, ...replacement)
  return lines.join('')
}
