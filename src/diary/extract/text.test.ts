import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findUnwritable } from '../../evidence/secrets.ts'
import { codePoints } from '../../kernel/text.ts'
import { cut, list, oneLine, sentence, summary } from './text.ts'

describe('oneLine', () => {
  it('oneLine puts a text on one line and leaves other space alone', () => {
    expect(oneLine('  a\u0000\r\n\tb\u2028c\u2029d\u0085e\u007ff   g  ')).toBe('a b c d e f g')
    expect(oneLine('a\u00a0\u00a0b')).toBe('a\u00a0\u00a0b')
    expect(oneLine('\u0001\n')).toBe('')
  })
})

describe('cut', () => {
  it.each([
    ['short', 5, 'short'],
    ['abcdefghij', 5, 'abcd…'],
    ['one two three', 10, 'one two…'],
    ['a longwordhere', 10, 'a longwor…'],
    ['alpha beta - gamma', 14, 'alpha beta…'],
    ['alpha beta, gamma', 14, 'alpha beta…'],
    ['😀😀😀😀', 4, '😀😀😀😀'],
    ['😀😀😀😀😀', 4, '😀😀😀…'],
  ])('cut of %j keeps at most %i characters', (text, most, expected) => expect(cut(text, most)).toBe(expected))

  it('cut never exceeds its limit, and leaves what fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 2, max: 40 }), (text, most) => {
        const short = cut(text, most)
        expect(codePoints(short)).toBeLessThanOrEqual(most)
        if (codePoints(text) <= most) expect(short).toBe(text)
        else expect(short.endsWith('…')).toBe(true)
      }),
    )
  })
})

describe('sentence', () => {
  it.each([
    ['Fix the rounding. Then run the tests.', 'Fix the rounding.'],
    ['See v1.2.3 of src/a.ts! Thanks.', 'See v1.2.3 of src/a.ts!'],
    ['Hi there. Do the thing. Now.', 'Hi there. Do the thing.'],
    ['修正四舍五入的问题并运行测试吧。 然后提交。', '修正四舍五入的问题并运行测试吧。'],
    ['no end\nat all', 'no end at all'],
  ])('sentence of %j is %j', (text, expected) => expect(sentence(text)).toBe(expected))

  it('sentence is cut when it is long', () => {
    expect(sentence(`${'word '.repeat(60)}end.`, 20)).toBe('word word word…')
  })
})

describe('list', () => {
  it('list names each thing once and counts the rest', () => {
    expect(list(['a', 'b', 'a'])).toBe('a, b')
    expect(list(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more')
    expect(list(['a', 'b', 'c'], 1)).toBe('a and 2 more')
  })
})

describe('summary', () => {
  const token = `gh${'p_'}${'a1'.repeat(18)}`

  it('summary redacts, shortens and stays on one line', () => {
    expect(summary(`Used ${token}\nin /fake/ledger/src/a.ts`, 'x', '/fake/ledger')).toBe(
      'Used [redacted:github_token] in src/a.ts',
    )
    expect(codePoints(summary('word '.repeat(100), 'x', null))).toBeLessThanOrEqual(240)
  })

  it('summary falls back when nothing is left, or when being on one line makes a secret', () => {
    expect(summary('\u0001 \n', 'Nothing said.', null)).toBe('Nothing said.')
    expect(summary(`bearer\u0000${'a1'.repeat(10)}`, 'Withheld.', null)).toBe('Withheld.')
  })

  it('summary is always writable, whatever it is given', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(token, '/home/al/x', 'bearer', '\u0000', 'token=', 'a1b2c3d4e5', '://u:p@h', '\ud800'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), pieces => {
        const written = summary(pieces.join(''), 'Fallback.', '/home/al')
        expect(findUnwritable(written)).toBeUndefined()
        expect(written.trim()).not.toBe('')
        expect(written.isWellFormed()).toBe(true)
      }),
    )
  })

  it('summary can be made of texts of three megabytes', () => {
    const long = 'a'.repeat(3_000_000)
    expect(summary(`s${'k-'}${long}`, 'x', null)).toBe('[redacted:api_key]')
    expect(sentence(`${long}.`, 20)).toBe(`${'a'.repeat(19)}…`)
  })
})
