import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findQuote, findText, findWord } from './searchable-file.ts'

it('searching finds what the built-in search finds, also when the text is long and repeats itself', () => {
  const repeating = fc.string({ unit: fc.constantFrom('a', 'a', 'b'), maxLength: 400 })
  const wanted = fc
    .tuple(fc.constantFrom('a', 'ab', 'aab', 'b'), fc.nat({ max: 120 }))
    .map(([unit, n]) => unit.repeat(n))
  fc.assert(
    fc.property(repeating, wanted, repeating, fc.nat({ max: 300 }), (before, middle, after, from) => {
      const text = before + middle + after
      expect(findText(text, middle, from)).toBe(text.indexOf(middle, from))
    }),
  )
})

it('searching begins and ends a quote outside of numbers', () => {
  const place = (text: string, wanted: string) => findQuote(text, wanted, 0, text.length)
  expect(place('112 men, 12 men', '12 men')).toBe(9)
  expect(place('1.5 kg', '5 kg')).toBe(-1)
  expect(place('in 1902, or', 'in 1902')).toBe(0)
  expect(place('in 1902.', 'in 190')).toBe(-1)
  expect(place('a 10,000 b', 'a 10')).toBe(-1)
})

it('searching keeps within the given end', () => {
  expect(findQuote('one two one two', 'one two', 1, 14)).toBe(-1)
  expect(findQuote('one two one two', 'one two', 1, 15)).toBe(8)
})

it('searching finds whole words, and any part of a script that has no blanks', () => {
  expect(findWord('dragons, dragonfly, a dragon.', 'dragon')).toBe(22)
  expect(findWord('snake_case', 'case')).toBe(-1)
  expect(findWord("the dragon's lair", 'dragon')).toBe(4)
  expect(findWord('小龙人', '龙')).toBe(1)
  expect(findWord('-x -xy', '-x')).toBe(0)
  expect(findWord('aaaaa', 'aa')).toBe(-1)
})
