import fc from 'fast-check'
import { expect, it } from 'vitest'
import { piecesOf, safeText } from './safe-text.ts'

it('safe text shows characters that would be hidden or move other text', () => {
  expect(safeText('a\u001b[31mred\u0000\u007f')).toBe('a␛[31mred␀␡')
  expect(safeText('user\u202enimda')).toBe('user[U+202E]nimda')
  expect(safeText('one\r\ntwo\tthree\rfour')).toBe('one\ntwo\tthree␍four')
  expect(safeText('\ud83d')).toBe('\ufffd')
})

it('text is split at the matches, whatever the case, and nothing is lost', () => {
  expect(piecesOf('Round the ROUNDing', 'round')).toEqual(['', 'Round', ' the ', 'ROUND', 'ing'])
  expect(piecesOf('a.b a-b (x)', 'a.b')).toEqual(['', 'a.b', ' a-b (x)'])
  expect(piecesOf('as it is', '  ')).toEqual(['as it is'])
})

it('any query can be searched for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii', minLength: 1 }), (text, words) => {
      expect(piecesOf(text, words).join('')).toBe(text)
    }),
  )
})
