import fc from 'fast-check'
import { expect, it } from 'vitest'
import { saysWords, wordsToKeep } from './words-to-keep.ts'

const keep = (...texts: string[]) => wordsToKeep(texts.map((text, at) => ({ text, line: at + 1 })))
const pairs = (...texts: string[]) => keep(...texts).map(({ kind, text }) => [kind, text])

it.each([
  ['Never touch the migrations.', [['constraint', 'Never touch the migrations.']]],
  ['It works now. Please don’t rename v1.2 of it.', [['constraint', 'Please don’t rename v1.2 of it.']]],
  ['- You must keep the tests green', [['constraint', 'You must keep the tests green']]],
  ['Should we only do that?', [['question', 'Should we only do that?']]],
  ['Das läuft jetzt. Fass die Migrationen nicht an!', [['constraint', 'Fass die Migrationen nicht an!']]],
  ['Ne touche pas aux migrations. Merci.', [['constraint', 'Ne touche pas aux migrations.']]],
  [
    'No toques las migraciones. ¿Cuál modo usamos?',
    [
      ['constraint', 'No toques las migraciones.'],
      ['question', '¿Cuál modo usamos?'],
    ],
  ],
  ['Os testes devem passar sempre.', [['constraint', 'Os testes devem passar sempre.']]],
  ['Non toccare le migrazioni.', [['constraint', 'Non toccare le migrazioni.']]],
  [
    '已经好了。不要动迁移。用哪种模式？',
    [
      ['constraint', '不要动迁移。'],
      ['question', '用哪种模式？'],
    ],
  ],
  ['Не трогай миграции.', [['constraint', 'Не трогай миграции.']]],
  ['必ずテストを実行してください。', [['constraint', '必ずテストを実行してください。']]],
  ['마이그레이션은 절대 건드리지 마세요.', [['constraint', '마이그레이션은 절대 건드리지 마세요.']]],
  ['$ npm run check', [['command', 'npm run check']]],
  ['Run `git log -3` and `x`, see `NOT prose here`.', [['command', 'git log -3']]],
  [
    'Look at src/db/sqlite.ts, ./a/b/ and ~/notes.',
    [
      ['path', 'src/db/sqlite.ts'],
      ['path', './a/b/'],
    ],
  ],
  ['See https://example.test/a/b.html or either/or.', []],
  ['```\nnever run src/db/a.ts\n```\nThanks', []],
])('keeps of %j what a person demands, runs, names and asks', (text, expected) => {
  expect(pairs(text)).toEqual(expected)
})

it('keeps questions of the last messages only, everything once, and the newest of many', () => {
  expect(pairs('What now?', 'a', 'b', 'c', 'd', 'e')).toEqual([])
  expect(keep('Never do it.', 'Never do it.')).toEqual([{ kind: 'constraint', text: 'Never do it.', line: 2 }])
  const many = keep(...Array.from({ length: 200 }, (_, n) => `Never do ${n}.`))
  expect([many.length, many.at(-1)?.text]).toEqual([80, 'Never do 199.'])
})

it('keeps a person’s words verbatim', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 200 })), texts => {
      for (const { text, line } of keep(...texts)) expect(texts[line - 1]).toContain(text)
    }),
  )
})

it('finds words in a summary whatever its line breaks', () => {
  const says = saysWords('The user said:\n  never touch\n  the migrations. Then')
  expect(says('Never touch the migrations.')).toBe(true)
  expect(says('Never touch the tests.')).toBe(false)
})
