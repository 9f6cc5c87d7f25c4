import fc from 'fast-check'
import { expect, it } from 'vitest'
import { redactSecrets } from '../../evidence/secrets.ts'
import { tokensIn } from '../block/draft.ts'
import { droppedWords, saysWords, wordKinds, wordsToKeep } from './words-to-keep.ts'

const keep = (...texts: string[]) =>
  wordsToKeep(
    texts.map((text, at) => ({ text, line: at + 1 })),
    text => text,
  )
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
])('a compaction keeps of %j what a person demands, runs, names and asks', (text, expected) => {
  expect(pairs(text)).toEqual(expected)
})

it('a compaction keeps questions of the last messages only, everything once, and the newest of many', () => {
  expect(pairs('What now?', 'a', 'b', 'c', 'd', 'e')).toEqual([])
  expect(keep('Never do it.', 'Never do it.')).toEqual([{ kind: 'constraint', text: 'Never do it.', line: 2 }])
  const many = keep(...Array.from({ length: 200 }, (_, n) => `Never do ${n}.`))
  expect([many.length, many.at(-1)?.text]).toEqual([80, 'Never do 199.'])
})

it('a compaction keeps a person’s words verbatim', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 200 })), texts => {
      for (const { text, line } of keep(...texts)) expect(texts[line - 1]).toContain(text)
    }),
  )
})

it('words are found in a summary whatever its line breaks', () => {
  const says = saysWords('The user said:\n  never touch\n  the migrations. Then')
  expect(says('Never touch the migrations.')).toBe(true)
  expect(says('Never touch the tests.')).toBe(false)
})

it('a compaction keeps a constraint whatever number of paths follows it', () => {
  const paths = Array.from({ length: 300 }, (_, n) => `src/a${n}/b.ts`)
  const kept = keep('Never touch the ledger.', ...paths)
  expect([kept.length, kept[0]?.text, kept.at(-1)?.text]).toEqual([80, 'Never touch the ledger.', 'src/a299/b.ts'])
})

it('a compaction keeps no part of a secret that shows only by the words around it', () => {
  const key = ['-----BEGIN RSA PRIVATE KEY-----', 'MIIEpA/must/never/x.y', '-----END RSA PRIVATE KEY-----'].join('\n')
  const texts = [`${key}\nNever show it.`, 'The password: hunter2/abc/def.x', `${'src/a.ts '.repeat(2200)}${key}`]
  const kept = wordsToKeep(
    texts.map(text => ({ text, line: 1 })),
    redactSecrets,
  )
  expect(kept.map(({ text }) => text)).toEqual(['Never show it.', 'src/a.ts'])
})

it('a compaction brings back no more than the budget, and constraints first', () => {
  const words = fc.array(fc.record({ kind: fc.constantFrom(...wordKinds), text: fc.string({ unit: 'grapheme' }) }))
  fc.assert(
    fc.property(words, fc.integer({ min: 200, max: 1000 }), (given, budget) => {
      const text = droppedWords(
        given.map(each => ({ ...each, line: 1, dropped: true })),
        budget,
      )
      expect(tokensIn(text)).toBeLessThanOrEqual(budget)
    }),
  )
  const dropped = (kind: 'constraint' | 'path', text: string) => ({ kind, text, line: 1, dropped: true })
  const long = Array.from({ length: 40 }, (_, n) => dropped('path', `src/${'a'.repeat(80)}/${n}.ts`))
  const text = droppedWords(
    [dropped('constraint', 'Never touch it.'), ...long, dropped('path', 'x/'.repeat(3000))],
    200,
  )
  expect(text).toContain('Constraints:\n- Never touch it.\nPaths:\n- src/')
  expect(text).toContain('39.ts')
})
