import fc from 'fast-check'
import { expect, it } from 'vitest'
import { timesSaid } from './answers.ts'
import { termRow } from './identifier-terms.ts'
import { KnownTerms, Vocabulary } from './known-terms.ts'
import { parseQuery } from './query.ts'
import { rankTexts } from './rank-texts.ts'

const someText = fc
  .array(fc.constantFrom('parseInstant', 'parse', 'instant', 'penny', 'pennies', 'Größe', '済み', 'x', '.', '\n'), {
    maxLength: 12,
  })
  .map(words => words.join(' '))
const someQuery = fc.constantFrom(
  ...[
    'penny',
    '"parse instant"',
    'parseInstant',
    'par*',
    'penny OR x',
    'x -penny',
    'grosse',
    '済み',
    '"x penny"',
    'parse-ins*',
  ],
)

it('terms that are kept say as often as the text what is looked for, also when more texts came since', () => {
  fc.assert(
    fc.property(fc.array(someText, { minLength: 1, maxLength: 4 }), someQuery, (texts, typed) => {
      const vocabulary = new Vocabulary()
      const { all, none } = parseQuery(typed)
      for (const text of texts) {
        const known = new KnownTerms(vocabulary, [{ text, weight: 2 }])
        for (const wanted of [...all.flat(), ...none]) {
          expect(known.times(wanted)).toBe(2 * timesSaid(termRow(text), wanted))
        }
        expect(known.length).toBe(termRow(text).words.length)
      }
    }),
  )
})

it('texts are ranked alike, whether their terms are kept or not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someText, { maxLength: 6 }), someQuery, async (texts, typed) => {
      const vocabulary = new Vocabulary()
      const plain = texts.map((text, place) => ({ place, at: place, texts: [{ text, weight: 1 }] }))
      const kept = plain.map(each => ({ ...each, texts: new KnownTerms(vocabulary, each.texts) }))
      const placesOf = async (all: readonly ((typeof plain)[number] | (typeof kept)[number])[]) => {
        const { found, matched } = await rankTexts(all, parseQuery(typed), 1000)
        return { matched, places: found.map(({ place }) => place) }
      }
      expect(await placesOf(kept)).toEqual(await placesOf(plain))
    }),
  )
})
