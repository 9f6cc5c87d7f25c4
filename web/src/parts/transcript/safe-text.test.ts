import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { piecesOf, safeText } from './safe-text.ts'

describe('Text of a transcript on a screen', () => {
  it('shows what would be hidden or would move other text', () => {
    expect(safeText('a\u001b[31mred\u0000\u007f')).toBe('a␛[31mred␀␡')
    expect(safeText('user\u202enimda')).toBe('user[U+202E]nimda')
    expect(safeText('one\r\ntwo\tthree\rfour')).toBe('one\ntwo\tthree␍four')
    expect(safeText('\ud83d')).toBe('\ufffd')
  })

  it('is cut at what was searched for, whatever the case, and nothing is lost', () => {
    expect(piecesOf('Round the ROUNDing', 'round')).toEqual(['', 'Round', ' the ', 'ROUND', 'ing'])
    expect(piecesOf('a.b a-b (x)', 'a.b')).toEqual(['', 'a.b', ' a-b (x)'])
    expect(piecesOf('as it is', '  ')).toEqual(['as it is'])
  })

  it('can be searched for anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii', minLength: 1 }), (text, words) => {
        expect(piecesOf(text, words).join('')).toBe(text)
      }),
    )
  })
})
