import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answering, doesAnswer, mayAnswer, timesSaid } from './answers.ts'
import { termRow } from './identifier-terms.ts'
import { parseQuery } from './query.ts'

const someWord = fc.constantFrom(
  ...[
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
    '済',
    'ﬁle',
    'file',
  ],
  ...['e\u0301t', 'étés', 'ΟΔΟΣ', 'İx', 'ﾊﾞ', 'x2', 'HTTPServer2'],
)
const someSigns = fc.array(fc.constantFrom(' ', '\n', '"', '\\', '—', '/', '_', '.', '\u0301', '→', ''), {
  maxLength: 3,
})
const someText = fc
  .array(fc.tuple(someWord, someSigns), { minLength: 1, maxLength: 10 })
  .map(pairs => pairs.map(([word, signs]) => word + signs.join('')).join(''))

it('no text that answers is left out, and it is known exactly which do', () => {
  const query = fc
    .array(fc.tuple(fc.array(someWord, { minLength: 1, maxLength: 3 }), fc.boolean()), { minLength: 1, maxLength: 2 })
    .map(phrases =>
      phrases.map(([words, mayGoOn]) => (mayGoOn ? `${words.join('_')}*` : `"${words.join(' ')}"`)).join(' '),
    )
  fc.assert(
    fc.property(query, someText, fc.constantFrom('all' as const, 'any' as const), (typed, text, matched) => {
      const asked = parseQuery(typed)
      const row = termRow(text)
      const isAnswer = doesAnswer(asked, matched, wanted => timesSaid(row, wanted) > 0)
      expect(answering(asked, matched)(text)).toBe(isAnswer)
      if (isAnswer) expect(mayAnswer(asked, matched)(text)).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

it('a text whose words do not follow each other is left out', () => {
  const mayHold = mayAnswer(parseQuery('"from and the"'), 'all')
  expect(['the end, and from here', 'taken from\n and thence', 'fromAndTheX', 'from and'].map(mayHold)).toEqual([
    false,
    true,
    true,
    false,
  ])
})
