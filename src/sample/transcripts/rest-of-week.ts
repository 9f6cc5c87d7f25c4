import { asks, type ClaudeChat, edits, fails, finds, reads, runs, says, writes } from './claude.ts'
import { type CodexChat, executes, patches, replies, turn } from './codex.ts'
import { committed, vitest } from './outputs.ts'
import { site } from './site.ts'
import { till } from './till-morning.ts'

/** The days around the one that is told in full: a few turns each. */

export const monday: ClaudeChat = {
  id: '1f6a20d5-8b49-4f13-9e02-64c1b7e0e909',
  folder: till,
  branch: 'store-first',
  deeds: [
    asks('2025-02-10 19:20', 'Write a sale to the phone before the screen says done, and send it later.'),
    reads('src/sale.ts', 'await api.post(sale)\nshow("done")'),
    edits(
      'src/sale.ts',
      8,
      ['await api.post(sale)', 'show("done")'],
      ['await db.sales.add({ ...sale, sent: false })', 'show("done")', 'void sendUnsent()'],
    ),
    writes(
      'src/send-unsent.ts',
      'export async function sendUnsent() {\n  for (const sale of await db.sales.where({ sent: false }).sortBy("at")) await send(sale)\n}\n',
    ),
    fails('npx vitest run', 1, vitest(17, 1, ' FAIL  test/sale.test.ts > a failed send is tried again')),
    edits(
      'src/send-unsent.ts',
      2,
      ['  for (const sale of await db.sales.where({ sent: false }).sortBy("at")) await send(sale)'],
      [
        '  for (const sale of await db.sales.where({ sent: false }).sortBy("at")) {',
        '    if (!(await send(sale))) return',
        '  }',
      ],
    ),
    runs('npx vitest run', vitest(18)),
    says('A sale is stored first and sent oldest first; a send that fails is tried again next time. 18 tests pass.'),
    asks('2025-02-10 19:52', 'Good, commit.'),
    runs(
      'git commit -am "Store a sale before saying done"',
      committed('store-first', 'a01f9c2', 'Store a sale before saying done', 3),
      2,
    ),
    says('Committed as a01f9c2.'),
  ],
}

export const tuesday: CodexChat = {
  id: '0194f2c0-4e1a-7d08-8b55-e2a9035c0a10',
  folder: till,
  branch: 'scale',
  opened: '2025-02-11 20:04',
  deeds: [
    turn(
      '2025-02-11 20:05',
      'Read the weight from the scale in whole grams; it sends text like "0.215 kg".',
      executes('rg -n "kg" src/scale.ts', 'src/scale.ts:9:  return parseFloat(line)'),
      patches(
        ['Update', 'src/scale.ts', ['-  return parseFloat(line)', '+  return Math.round(parseFloat(line) * 1000)']],
        [
          'Add',
          'test/scale.test.ts',
          ["+test('0.215 kg are 215 g', () => {", "+  expect(grams('0.215 kg')).toBe(215)", '+})'],
        ],
      ),
      executes('npm test', vitest(21), 0, 8),
      executes('git commit -am "Read whole grams"', committed('scale', '60d2be4', 'Read whole grams', 2), 0, 2),
      replies('The scale is read in whole grams, with a test, and committed as 60d2be4. 21 tests pass.'),
    ),
    turn(
      '2025-02-11 20:31',
      'What happens when the scale sends nothing for a second?',
      executes('rg -n "timeout" src/scale.ts', '', 1, 1),
      replies(
        'Nothing: there is no timeout, so the screen keeps the last weight. Do you want it cleared after a second?',
      ),
    ),
  ],
}

export const wednesday: ClaudeChat = {
  id: '8d02f7be-19c6-4a3b-8f60-5b9de2c40b11',
  folder: site,
  branch: 'main',
  deeds: [
    asks('2025-02-12 18:10', 'Put the opening times on a page of their own.'),
    writes('docs/opening-times.md', '# Opening times\n\nSaturdays from eight to four, on the square.\n'),
    runs('npm run build', '✓ built in 590ms', 4),
    says('The opening times have a page of their own, and the build succeeds.'),
    asks('2025-02-12 18:25', 'Where else do we mention Sundays?'),
    finds('Sunday', 'src/page.ts'),
    says('Only in src/page.ts, in the footer.'),
  ],
}

export const friday: ClaudeChat = {
  id: 'e5b7c1a0-7d34-4c92-b1e8-3f0a86d25c12',
  folder: till,
  branch: 'half-down',
  deeds: [
    asks('2025-02-14 17:30', 'Merge pull request 31 and update the changelog for tomorrow.'),
    runs('gh pr merge 31 --squash', 'Squashed and merged pull request #31', 4),
    edits(
      'CHANGELOG.md',
      3,
      [],
      ['- The half penny goes to the buyer, also in refunds.', '- The day total adds stored lines.'],
    ),
    runs('npx vitest run', vitest(36)),
    runs(
      'git commit -am "Note what is new for Saturday"',
      committed('main', 'd4418fe', 'Note what is new for Saturday', 1),
      2,
    ),
    says('Pull request 31 is merged, the changelog names both changes, and 36 tests pass.'),
  ],
}
