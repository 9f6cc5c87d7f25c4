import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeTexts } from './merge-texts.ts'

const texts = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd'), { maxLength: 8 }).map(lines => lines.join(''))

test('changes in different places are all kept', () => {
  const base = 'one\ntwo\nthree\nfour\nfive\n'
  const merged = mergeTexts(base, 'ONE\ntwo\nthree\nfour\nfive\n', 'one\ntwo\nthree\nfour\nFIVE\nsix\n')
  expect(merged).toEqual({ text: 'ONE\ntwo\nthree\nfour\nFIVE\nsix\n', overlaps: 0 })
})

test('where both changed the same line yours stands and the place is counted', () => {
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
