import fc from 'fast-check'
import { expect, it } from 'vitest'
import { excerptAround } from './excerpt.ts'
import { SPACELESS } from './term-runs.ts'

const words = new RegExp(`[${SPACELESS}]{1,2}|[^\\s${SPACELESS}]{1,40}`, 'gu')

const someText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        ...['parse ', '\n', '\u00a0', '\u3000', '済み', 'ไทย', '𠮷野家', '😀', '\ud800', '\udc00', 'x'.repeat(90)],
      ),
    ),
    { maxLength: 40 },
  )
  .map(parts => parts.join(''))

it('a word is what is between white space, forty characters at most, and two where a script has no spaces', () => {
  fc.assert(
    fc.property(someText, text => {
      const found = text.match(words) ?? []
      const first = found.slice(0, 30)
      const spaced = Array.from(text.matchAll(words)).slice(0, 30)
      const joined = first.map((word, place) => {
        const before = spaced[place - 1]
        const gap = before ? (spaced[place]?.index ?? 0) - before.index - before[0].length : 0
        return gap > 0 ? ` ${word}` : word
      })
      expect(excerptAround(text, [])).toEqual({
        excerpt: joined.join('') + (found.length > 30 ? '…' : ''),
        matches: [],
      })
    }),
    { numRuns: 500 },
  )
})
