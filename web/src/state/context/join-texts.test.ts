import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparable, joinTexts } from './join-texts.ts'

test('lines added above and below each other are merged, though the last line has no line end', () => {
  expect(joinTexts('Ask.', 'Ask.\nMine.', 'Theirs.\nAsk.')).toEqual({ text: 'Theirs.\nAsk.\nMine.', overlaps: 0 })
})

test('a line that both sides changed stays yours and is reported', () => {
  expect(joinTexts('a\nb', 'a\nmine', 'a\ntheirs')).toEqual({ text: 'a\nmine', overlaps: 1 })
})

test('the side that changed alone wins, to the byte', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '{') })
  fc.assert(
    fc.property(text, text, (base, changed) => {
      expect(joinTexts(base, changed, base).text).toBe(changed)
      expect(joinTexts(base, base, changed).text).toBe(changed)
    }),
  )
})

test('a last line end is added for the comparison only where both texts lack it', () => {
  expect(comparable('a', 'b')).toEqual(['a\n', 'b\n'])
  expect(comparable('a\n', 'b')).toEqual(['a\n', 'b'])
  expect(comparable('', 'b')).toEqual(['', 'b'])
})
