import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, pad, widthOf } from './rows.ts'

test.each([
  ['plain', 5],
  ['日本', 4],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['○ ● ×', 5],
  ['', 0],
])('the text %s takes %i columns of a terminal', (text, columns) => {
  expect(widthOf(text)).toBe(columns)
})

test('a text is cut only when it does not fit, and says so', () => {
  expect(cut('seven..', 7)).toBe('seven..')
  expect(cut('eight...', 7)).toBe('eight.…')
  expect(cut('日本語', 4)).toBe('日…')
})

test('a cut text never takes more columns than it was given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
      expect(widthOf(cut(text, columns))).toBeLessThanOrEqual(columns)
    }),
  )
})

test('padding counts columns, not characters', () => {
  expect(pad('日', 4)).toBe('日  ')
  expect(pad('toolong', 3)).toBe('toolong')
})
