import { type CodexChat, executes, looksUp, outlines, patches, replies, stopped, turn } from './codex.ts'
import { committed, eslint, vitest } from './outputs.ts'
import { till } from './till-morning.ts'

const at = (time: string) => `2025-02-13 ${time}`

/** A defect in the cash count, found and mended, then held up by the linter. */
export const cashCount: CodexChat = {
  id: '0194fd2e-91c4-7b30-a6e2-5d20c8f1d404',
  folder: till,
  branch: 'cash-count',
  opened: at('14:01'),
  deeds: [
    turn(
      at('14:02'),
      'The cash count accepts 12.5 coins. Find out why and fix it.',
      outlines('Find where a count is parsed', 'Refuse halves', 'Test it'),
      executes('rg -n "parseFloat" src', 'src/screens/count.tsx:31:  const pieces = parseFloat(text)'),
      executes(
        "sed -n '25,40p' src/screens/count.tsx",
        'const pieces = parseFloat(text)\nif (pieces >= 0) setCount(coin, pieces)',
      ),
      patches(
        [
          'Update',
          'src/screens/count.tsx',
          [
            '-  const pieces = parseFloat(text)',
            '+  const pieces = /^\\d{1,4}$/.test(text) ? Number(text) : undefined',
            '-  if (pieces >= 0) setCount(coin, pieces)',
            '+  if (pieces !== undefined) setCount(coin, pieces)',
          ],
        ],
        [
          'Add',
          'test/count.test.tsx',
          ["+test('half a coin is not counted', () => {", "+  type('12.5')", '+  expect(counted()).toBe(0)', '+})'],
        ],
      ),
      executes('npm test', vitest(34), 0, 150),
      replies(
        'The field read halves because it used parseFloat. It takes whole pieces only now; a test types 12.5 and finds nothing counted. 34 tests pass.',
      ),
    ),
    turn(
      at('14:31'),
      'Run the linter as well.',
      executes(
        'npm run lint',
        eslint(
          2,
          'src/screens/count.tsx',
          '  31:18  error  Use a named constant for this pattern',
          '  44:7   error  setCount is missing in the dependencies',
        ),
        1,
        7,
      ),
      replies(
        'The linter reports two errors in src/screens/count.tsx: the pattern should have a name, and an effect does not list setCount.',
      ),
    ),
    turn(
      at('14:40'),
      'Fix both.',
      patches([
        'Update',
        'src/screens/count.tsx',
        [
          '+const wholePieces = /^\\d{1,4}$/',
          '-  const pieces = /^\\d{1,4}$/.test(text) ? Number(text) : undefined',
          '+  const pieces = wholePieces.test(text) ? Number(text) : undefined',
          '-  }, [coin])',
          '+  }, [coin, setCount])',
        ],
      ]),
      executes('npm run lint', 'All files pass.', 0, 7),
      executes('npm test', vitest(34), 0, 9),
      executes(
        'git commit -am "Count whole coins only"',
        committed('cash-count', '7d41c0b', 'Count whole coins only', 2),
        0,
        2,
      ),
      replies('Both are mended, the linter and all 34 tests pass, and the change is committed as 7d41c0b.'),
    ),
    turn(at('14:55'), 'Thanks.', replies('You are welcome.')),
  ],
}

const readerAnswer =
  'Without a signal the reader answers with the status "offline" within two seconds and keeps nothing, unless storing is switched on in its account. ' +
  'With storing on it answers "stored" and sends the payment within 24 hours; whoever stored it carries the loss if it is declined later. ' +
  'A request that gets no answer at all within ten seconds must be treated as unknown: the same request id may be sent again and is charged once. ' +
  'So the till needs three cases, not two: paid, refused, and ask again with the same id. The link by text message stays the right thing to offer when it says offline.'

/** What the card reader says when it is offline; the code for it was stopped halfway. */
export const cardReader: CodexChat = {
  id: '0194fd9b-2a07-7c15-9f08-c6b7720ae505',
  folder: till,
  branch: 'reader',
  opened: at('16:28'),
  deeds: [
    turn(
      at('16:29'),
      'What does the card reader answer when it has no signal, and what after a timeout? Look it up, write no code yet.',
      looksUp('card reader sdk offline status response'),
      looksUp('card reader sdk timeout idempotent request id'),
      executes('rg -n "reader\\." src/pay', 'src/pay/reader.ts:12:  const answer = await reader.charge(sale)'),
      replies(readerAnswer),
    ),
    stopped(
      at('16:52'),
      'Write the three cases into src/pay/reader.ts.',
      patches([
        'Update',
        'src/pay/reader.ts',
        [
          '-  const answer = await reader.charge(sale)',
          '+  const answer = await reader.charge(sale, { id: sale.id, timeoutMs: 10_000 })',
          "+  if (answer.status === 'unknown') return askAgain(sale)",
        ],
      ]),
      executes('npm test', vitest(33, 1, ' FAIL  test/reader.test.ts > asks again with the same id'), 1, 130),
    ),
  ],
}

/** A helper that another agent started; its own transcript is not part of the day. */
export const helper: CodexChat = {
  id: '0194fd9b-7f11-7e40-8d2a-41d09b6cf606',
  folder: till,
  branch: 'reader',
  opened: at('16:54'),
  source: { subagent: { thread_spawn: { parent_thread_id: cardReader.id, depth: 1 } } },
  deeds: [turn(at('16:54'), 'List the callers of reader.charge.', replies('Only src/pay/reader.ts calls it.'))],
}
