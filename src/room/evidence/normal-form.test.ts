import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characterEnd, normalForm, quoteForm } from './normal-form.ts'

describe('The form in which quotes are compared', () => {
  it.each([
    ['curly, low and angle marks', '“a” „b“ «c» ‘d’ ‚e‛ f′', '"a" "b" "c" \'d\' \'e\' f\''],
    ['dashes', 'a‐b‑c‒d–e—f−g', 'a-b-c-d-e-f-g'],
    ['dots', 'a…b', 'a...b'],
    ['blanks and line breaks', '  a\u00a0\u2009b\r\n\r\n\tc\u3000', 'a b c'],
    ['what is invisible', 'a\u00adb\u200bc\u2060d\ufeff', 'abcd'],
    ['markup', '*a* **b** `c` _d_ __e__', 'a b c d e'],
    ['names with underscores', 'snake_case_name _x', 'snake_case_name x'],
    ['letter case', 'ÄÖ ΟΔΟΣ Ǆ', 'äö οδοσ ǆ'],
    ['composed letters', 'e\u0301 \u1112\u1161\u11ab', 'é 한'],
  ])('the form in which quotes are compared levels %s', (_, text, expected) => {
    expect(normalForm(text).text).toBe(expected)
  })

  it('the form in which quotes are compared drops the dots a quote was cut with, but not those within', () => {
    expect(quoteForm('… the sea … knocked...')).toBe('the sea ... knocked')
  })

  it('the form in which quotes are compared keeps digits and the difference between letters', () => {
    expect(normalForm('1902 ①Ⅸ ß ss ı i').text).toBe('1902 ①ⅸ ß ss ı i')
  })

  it('the form in which quotes are compared leads from every unit back to the character it came from', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom(
          ...'aA ._*`-1\n',
          '\r\n',
          'é',
          'e\u0301',
          'İ',
          '…',
          '“',
          '\u00ad',
          '漢',
          '👩‍🚀',
          '\u1112\u1161\u11ab',
        ),
        fc.string({ unit: 'binary', maxLength: 1 }),
      ),
    })
    fc.assert(
      fc.property(text, original => {
        const { text, starts, composed } = normalForm(original)
        expect(starts.length).toBe(text.length)
        let before = 0
        for (const start of starts) {
          expect(start).toBeGreaterThanOrEqual(before)
          expect(characterEnd(original, start, composed)).toBeGreaterThan(start)
          before = start
        }
        expect(normalForm(original.normalize('NFC')).text).toBe(text)
      }),
      { numRuns: 500 },
    )
  })
})
