import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutTo } from '../../kernel/text.ts'
import { quoteOf, spanQuote } from './places.ts'
import { readBlock } from './sentences.ts'
import { structureOf } from './structure.ts'
import { lowercaseWords, nameVariants, oneEditApart, type ReadFile, terminology } from './variants.ts'

const fileOf = (text: string): ReadFile => ({
  path: 'scene',
  blocks: structureOf(text.split('\n')).blocks.map(readBlock),
})
const tokens = new Set(['Merrin', 'Varga', 'Quill', 'Ash'])

it.each([
  ['Tobin left the Marrin there.', 'Marrin'],
  ["Tobin left the Merin's deck.", 'Merin'],
  ['He met Vagra here.', 'Vagra'],
  ['He met Quilll here.', 'Quilll'],
  ['Marrin was there.', undefined],
  ['Tobin left the Merrin there.', undefined],
  ['Tobin left the Perrin there.', undefined],
  ['The Quilt and a quilt.', undefined],
  ['He met Ashe here.', undefined],
  ['He met Marinn here.', undefined],
])('variants of a name %s', (text, variant) => {
  const file = fileOf(text)
  const found = nameVariants([file], tokens, tokens, lowercaseWords([file]))
  expect(found.map(each => each.found.text)).toEqual(variant === undefined ? [] : [variant])
})

it('a variant of a name is reported once, at its first occurrence', () => {
  const file = fileOf('On the Marrin.\nOff the Marrin.')
  expect(nameVariants([file], tokens, tokens, new Set()).map(each => each.found.part.line)).toEqual([1])
})

it('a variant of a name is one edit away, by any of the four edits', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 2, maxLength: 8 }),
      fc.nat(7),
      fc.string({ minLength: 1, maxLength: 1 }),
      (word, at, letter) => {
        const place = at % word.length
        const inserted = word.slice(0, place) + letter + word.slice(place)
        const deleted = word.slice(0, place) + word.slice(place + 1)
        expect(oneEditApart(word, inserted)).toBe(true)
        expect(oneEditApart(word, deleted)).toBe(true)
        expect(oneEditApart(word, word)).toBe(false)
      },
    ),
  )
  expect(oneEditApart('Varga', 'Vagra')).toBe(true)
  expect(oneEditApart('Varga', 'Vraga')).toBe(true)
  expect(oneEditApart('Merrin', 'Marran')).toBe(false)
})

it('terminology is a term in two forms or more, function words apart', () => {
  const forms = terminology([fileOf('The bell house. A bell-house, the bellhouse. Any one and anyone. Some thing.')])
  expect(forms.map(({ key, forms }) => [key, forms.map(each => each.text)])).toEqual([
    ['bellhouse', ['bell house', 'bell-house', 'bellhouse']],
  ])
})

it('quotes are strict beginnings within their bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 1, max: 80 }), (text, bytes) => {
      const cut = cutTo(text, bytes)
      expect(text.startsWith(cut)).toBe(true)
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes)
      expect(cut.isWellFormed()).toBe(true)
    }),
  )
})

it('quotes are the whole line where it fits, else the sentence, else what follows the match', () => {
  const short = 'She slept. Her gray eyes closed.'
  expect(quoteOf([short], { line: 1, start: 11, end: 32 }, 11, 240)).toEqual({ quote: short })
  const line = `${'word '.repeat(60)}. Her gray eyes closed.`
  const at = line.indexOf('Her')
  expect(quoteOf([line], { line: 1, start: at, end: line.length }, at, 240)).toEqual({
    quote: 'Her gray eyes closed.',
  })
  const long = `${'word '.repeat(60)} her gray eyes closed.`
  const match = long.indexOf('her')
  expect(quoteOf([long], { line: 1, start: 0, end: long.length }, match, 240)).toEqual({
    quote: 'her gray eyes closed.',
    truncated: true,
  })
})

it('quotes of fewer than eight characters are none', () => {
  expect(spanQuote(['He ran.'], { line: 1, start: 0, end: 7 }, 0)).toBeUndefined()
  expect(spanQuote(['He ran. Then rain.'], { line: 1, start: 0, end: 7 }, 0)).toBe('He ran. Then rain.')
})
