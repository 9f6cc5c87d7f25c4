import { describe, expect, it } from 'vitest'
import { closingOf, leftIn, retractionIn } from './closing.ts'

describe('the first telling sentence of the last message', () => {
  it.each([
    ['Done! I widened the name column to 30 characters.', 'I widened the name column to 30 characters.'],
    ['Perfect! All tests pass.\n\n## Summary\n\nThe parser now keeps comments.', 'The parser now keeps comments.'],
    ['All done. Here is a summary of the changes:\n\n- **Added** `round()` to money.ts', 'Added round() to money.ts'],
    [
      'You’re right to ask. The cache is filled before the first request.',
      'The cache is filled before the first request.',
    ],
    ['Let me look at it.\n\nThe job runs twice, e.g. at midnight.', 'The job runs twice, e.g. at midnight.'],
    ['Run it with the `!` prefix so the output lands here.', 'Run it with the ! prefix so the output lands here.'],
    ['```\nnpm test\n```\n| a | b |\nThe table has two columns.', 'The table has two columns.'],
    ['✅ The [guide](https://example.com/guide) now names both flags.', 'The guide now names both flags.'],
    ['Fixed:\n1. Renamed `old` to `former`\n2. Removed the cast', 'Renamed old to former'],
    [
      'I updated the list to show “steps” instead of “stages”:',
      'I updated the list to show “steps” instead of “stages”',
    ],
    ['解析器现在会保留所有的注释和空行。', '解析器现在会保留所有的注释和空行。'],
    ['Great! Everything works.', ''],
    ['🤖 Generated with [Some Agent](https://example.com)\n\nCo-Authored-By: An agent', ''],
    [
      'All ledger export tests are passing now.\n\nI rounded the totals half to even.',
      'I rounded the totals half to even.',
    ],
    ['**Problem:** Totals were doubled.\n\n**Fix:** Each row now counts once.', 'Fix: Each row now counts once.'],
    ['The bug: rows without a date count twice.', 'The bug: rows without a date count twice.'],
    ['There it is. The importer skips the last row.', 'The importer skips the last row.'],
    ['### Before\n\nCost per row: two reads\n\n### After\n\nEach row is read once.', 'Each row is read once.'],
    ['Now a row counts as open only if:\n1. it has no date', ''],
    ["Ah yes, you're right! The totals were doubled.", 'The totals were doubled.'],
    ['Now I can explain the difference. The cache is per user.', 'The cache is per user.'],
    ['**Option 1:** Keep the cache\n\nBoth are quick to build.', 'Both are quick to build.'],
    ['Plan:\n- Added totals to the page\n\nThe page has no totals yet.', 'The page has no totals yet.'],
    ['Found in the rows of each invoice below the header:\n- a\n- b', ''],
    ['- Archived invoices exist in the folder\n- Added a folder for drafts', 'Added a folder for drafts'],
    ['Fertig! Alle Tests laufen durch. Die Rundung ist jetzt kaufmännisch.', 'Die Rundung ist jetzt kaufmännisch.'],
    ['¡Listo! Todas las pruebas pasan. El filtro guarda la fecha.', 'El filtro guarda la fecha.'],
    ['Voici le résumé.\n\nLe registre garde les brouillons.', 'Le registre garde les brouillons.'],
    ['好的，已完成。所有测试都通过了。解析器保留注释。', '解析器保留注释。'],
    ['以下是修改内容。\n\n已添加重试逻辑。', '已添加重试逻辑。'],
    ['完了しました。テストはすべて通りました。検索欄に履歴を追加しました。', '検索欄に履歴を追加しました。'],
    ['모든 테스트가 통과했습니다. 검색창에 기록을 추가했습니다.', '검색창에 기록을 추가했습니다.'],
    ['Готово. Все тесты прошли. Реестр хранит черновики.', 'Реестр хранит черновики.'],
    ['All done. Here is a summary:\n\n## New `shop export` Command\n\n### Files Created', 'New shop export Command'],
    ['All done.\n\n## Summary of the changes\n\n### Storage of receipts', ''],
    ['Done. OPS-98 is complete.\n\n- Moved the mailer into its own module', 'Moved the mailer into its own module'],
    ['The notes are at: https://example.com/notes/7\n\n- Added totals to the page', 'Added totals to the page'],
    [
      "I've fixed the issue and added tests to verify the fix. Refunds keep their currency.",
      'Refunds keep their currency.',
    ],
    ['Upgraded to pandas 3. The import keeps its order.', 'Upgraded to pandas 3.'],
    ['Der Export läuft am 3. Mai zum ersten Mal.', 'Der Export läuft am 3. Mai zum ersten Mal.'],
    ['Great observations. The queue is emptied twice.', 'The queue is emptied twice.'],
    ['You raise a good point. The queue is emptied twice.', 'The queue is emptied twice.'],
    ['This is great context. The queue is emptied twice.', 'The queue is emptied twice.'],
    ['Ah, I see it now. The queue is emptied twice.', 'The queue is emptied twice.'],
    ['Exactly right. Rows are locked by the writer.', 'Rows are locked by the writer.'],
    ['You’re absolutely right. I was wrong.\n\nEach run is a process of its own.', 'Each run is a process of its own.'],
    ['First, let me look at the files that need changes.', ''],
    ['I’ve reviewed the ledger. Totals are doubled.', 'Totals are doubled.'],
    ['I’ve checked the ledger and the totals agree.', 'I’ve checked the ledger and the totals agree.'],
    ['Yes, it should work with two writers.', 'Yes, it should work with two writers.'],
    ['All tests pass and the linter reports no issues.\n\nThe mailer has one queue.', 'The mailer has one queue.'],
    ['All linting errors have been fixed!', 'All linting errors have been fixed!'],
    ['Done. Two changes:\n\n1. **Added a cap of 80 rows**\n\nMake sure to restart the page.', 'Added a cap of 80 rows'],
    ['It now finds drafts by itself.', 'It now finds drafts by itself.'],
    ['Perfect! Yes, we just fixed exactly that issue. Totals are kept.', 'Totals are kept.'],
    ['', ''],
  ])('the first telling sentence of the last message of %j', (message, text) => {
    expect(closingOf(message)).toBe(text)
  })

  it('the first telling sentence of the last message is cut where it is too long', () => {
    expect([...closingOf(`The importer ${'reads one more line and '.repeat(20)}stops.`)].length).toBeLessThanOrEqual(
      160,
    )
  })
})

describe('what the last message says is not done yet', () => {
  it.each([
    ['I added the column. The backfill still has to be run.', 'The backfill still has to be run.'],
    ['Totals are rounded.\n\nYou still need to rotate the key.', 'You still need to rotate the key.'],
    ['Totals are rounded, but you’ll still have to restart the worker.', null],
    ['Done.\n\nNot done: the German texts.', 'Not done: the German texts.'],
    [
      'Done.\n\n## Left to do\n\n- [x] the French texts\n- [ ] the German texts of mails\n',
      'the German texts of mails',
    ],
    ['Done.\n\n**Remaining work:**\n1. Move the mailer to the queue.', 'Move the mailer to the queue.'],
    [
      'The rounding is in.\n\nI could not run the tests, no database is installed.',
      'I could not run the tests, no database is installed.',
    ],
    ['Done.\n\n**Required Setup (manual steps):**\n1. Create a key for the mailer', 'Create a key for the mailer'],
    ['I have not translated the mails yet.', 'I have not translated the mails yet.'],
    ['I have not tested the import on Windows.', 'I have not tested the import on Windows.'],
    ['The panel is there. It is not wired up yet.', 'It is not wired up yet.'],
    ['Die Spalte ist da. Die Migration muss noch ausgeführt werden.', 'Die Migration muss noch ausgeführt werden.'],
    ['La columna existe. Queda por migrar los datos.', 'Queda por migrar los datos.'],
    ['Il reste à traduire les messages.', 'Il reste à traduire les messages.'],
    ['列已添加。还需要运行迁移。', '还需要运行迁移。'],
  ])('what the last message says is not done yet is found in %j', (message, left) => {
    expect(leftIn(message)).toBe(left ?? message)
  })

  it.each([
    'If you use the old host, you still need to rotate the key.',
    'A row still has to be parsed when it comes from the old host.',
    'You need to call close() after the last row.',
    'The session is not finished yet when the hook runs.',
    'I haven’t committed, as you asked.',
    'I haven’t committed anything yet.',
    'Would you like me to run what still has to be run?',
    'The folder is in .gitignore and not committed.',
    '## Left to do\n\nNothing.',
    'Still open: none',
    'Rows that have to be read twice still exist on purpose, the rest still has to be read once by design.',
    '```\nThe backfill still has to be run.\n```',
    `The backfill still has to be run.\n${'\nThe page shows totals.'.repeat(5)}`,
    '## Option 1: One job\n\nThe backfill still has to be run.',
    '',
  ])('what the last message says is not done yet is not in %j', message => {
    expect(leftIn(message)).toBeNull()
  })
})

it('what is below the heading of an option was not said to be done', () => {
  expect(closingOf('## Option 1: One helper\n\nCreate helper functions for the common parts.')).toBe('')
  expect(closingOf('## Option 1: One helper\n\nCreate one.\n\n## Result\n\nI took the helper of option 1.')).toBe(
    'I took the helper of option 1.',
  )
  expect(closingOf('Now I have enough context for a thorough review. The export rounds every total twice.')).toBe(
    'The export rounds every total twice.',
  )
})

it('a deed above a list tells, and what only goes on with a list does not', () => {
  expect(closingOf('Done. Created three tickets below OPS-7:\n\n| a | b |\n\nOPS-8 was there before.')).toBe(
    'Created three tickets below OPS-7',
  )
  expect(closingOf('Fixed the following two files:\n- a.ts\n\nTotals are rounded half to even.')).toBe(
    'Totals are rounded half to even.',
  )
  expect(closingOf('And from the second folder of the ledger export:\n- rows')).toBe('')
  expect(closingOf('Added the comment to OPS-7 summarizing:\n- rows')).toBe('')
  expect(closingOf('**`roundTotal`** - the same in both\n\nBoth exports round in the same way.')).toBe(
    'Both exports round in the same way.',
  )
})

describe('what the agent takes back', () => {
  it.each([
    ['Good point. I was wrong about the rounding of totals.', 'I was wrong about the rounding of totals.'],
    ['So the “cache fix” was a misdiagnosis.', 'So the “cache fix” was a misdiagnosis.'],
    ["I've reverted the new rounding of totals.", "I've reverted the new rounding of totals."],
    [
      '- My earlier explanation was incorrect: rows are read once.',
      'My earlier explanation was incorrect: rows are read once.',
    ],
    ['The fix for the export is not needed.', 'The fix for the export is not needed.'],
    ['Ich habe mich geirrt, die Rundung stimmt.', 'Ich habe mich geirrt, die Rundung stimmt.'],
    ['我之前弄错了，缓存没有问题。', '我之前弄错了，缓存没有问题。'],
  ])('in %j is %j', (message, sentence) => expect(retractionIn(message)).toBe(sentence))

  it.each([
    'Would you like me to say that the fix is wrong?',
    'The total was wrong when a row was empty.',
    'You can revert the rounding at any time.',
    'If the fix is not needed, delete it.',
    'The importer now keeps comments.',
    '```\nI was wrong about it.\n```',
  ])('what the agent takes back is not in %j', message => expect(retractionIn(message)).toBeNull())
})
