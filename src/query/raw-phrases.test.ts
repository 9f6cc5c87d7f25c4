import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answers } from './answers.ts'
import { termRow } from './identifier-terms.ts'
import { parseQuery } from './query.ts'
import { rawPhrases } from './raw-phrases.ts'

const word = fc.constantFrom(
  'parse',
  'parseInstant',
  'pennies',
  'penny',
  'boxes',
  'box',
  'naïve',
  'naive',
  'Größe',
  '済み',
  'u0041',
)
const sign = fc.constantFrom(' ', '\n', '\t', '"', '\\', '\\n', ' — ', '/', '_', '.', '\u0001', '→', '<', '\\\\', "'")
const text = fc
  .array(
    fc.tuple(
      word,
      fc.array(sign, { maxLength: 3 }).map(signs => signs.join('')),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map(pairs => pairs.flat().join(''))

it('a line that says a phrase is never passed over, however its JSON is written', () => {
  const query = fc.array(word, { minLength: 2, maxLength: 3 }).map(words => parseQuery(`"${words.join(' ')}"`))
  fc.assert(
    fc.property(query, text, text, (asked, first, second) => {
      const mayHold = rawPhrases(asked)
      const lines = [
        { said: first, line: JSON.stringify({ text: first }) },
        { said: first, line: JSON.stringify({ arguments: JSON.stringify({ text: first }) }) },
        { said: first, line: JSON.stringify({ text: first }).replace(/[\u007f-\uffff<]/g, escaped) },
        {
          said: `${first}\n${second}`,
          line: JSON.stringify({ content: [{ type: 'text', text: first }, { text: second }] }),
        },
      ]
      for (const { said, line } of lines) {
        if (mayHold && answers(asked, 'all', termRow(said)))
          expect([said, mayHold(Buffer.from(line))]).toEqual([said, true])
      }
    }),
    { numRuns: 2000 },
  )
})

it('a line with the words of a phrase elsewhere is passed over without parsing it', () => {
  const mayHold = rawPhrases(parseQuery('"from and the"'))
  expect(mayHold?.(Buffer.from('{"text":"the end, and from here"}'))).toBe(false)
  expect(mayHold?.(Buffer.from('{"text":"taken from\\n and the rest"}'))).toBe(true)
  expect(rawPhrases(parseQuery('from and the'))).toBeNull()
})

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
