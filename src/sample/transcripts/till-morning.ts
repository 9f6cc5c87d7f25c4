import {
  asks,
  type ClaudeChat,
  commands,
  delegates,
  edits,
  fails,
  finds,
  plans,
  reads,
  runs,
  says,
  steers,
  stoppedIn,
  thinks,
  writes,
} from './claude.ts'
import { committed, vitest } from './outputs.ts'

export const till = '/srv/sample-till'
const at = (time: string) => `2025-02-13 ${time}`

/** The half penny goes to the buyer: a fix with a test first, a correction, a commit, a pull request. */
export const halfPenny: ClaudeChat = {
  id: '4b0d6f0e-52a1-4c0e-9a37-1d5f60c2a101',
  folder: till,
  branch: 'half-down',
  deeds: [
    asks(
      at('08:41'),
      'Round a line half down in src/money.ts, the half penny goes to the buyer. Write the test first, then run all tests.',
    ),
    thinks(),
    reads(
      'src/money.ts',
      'export function lineTotal(pencePerKg: number, grams: number) {\n  return Math.round((pencePerKg * grams) / 1000)\n}',
    ),
    reads('test/money.test.ts', "test('a line is rounded once', () => {\n  expect(lineTotal(2650, 215)).toBe(570)\n})"),
    edits(
      'test/money.test.ts',
      4,
      [],
      ["test('the half penny goes to the buyer', () => {", '  expect(lineTotal(3100, 125)).toBe(387)', '})'],
    ),
    fails(
      'npx vitest run',
      1,
      vitest(23, 1, ' FAIL  test/money.test.ts > the half penny goes to the buyer\nexpected 388 to be 387'),
    ),
    edits(
      'src/money.ts',
      2,
      ['  return Math.round((pencePerKg * grams) / 1000)'],
      [
        '  // Half a penny goes to the buyer, as it always has at this stall.',
        '  return Math.ceil((pencePerKg * grams) / 1000 - 0.5)',
      ],
    ),
    runs('npx vitest run', vitest(24)),
    says(
      'Lines are now rounded half down: 125 g of the soft cheese come to 387 pence. The new test failed before the change and all 24 tests pass after it.',
    ),
    asks(
      at('08:58'),
      'No, you forgot refunds: a refund is a negative line, and there the half penny must still go to the buyer.',
    ),
    edits(
      'src/money.ts',
      3,
      ['  return Math.ceil((pencePerKg * grams) / 1000 - 0.5)'],
      [
        '  const exact = (pencePerKg * grams) / 1000',
        '  return exact < 0 ? -Math.floor(-exact + 0.5) : Math.ceil(exact - 0.5)',
      ],
    ),
    edits(
      'test/money.test.ts',
      8,
      [],
      [
        "test('so does that of a refund', () => {",
        '  expect(lineTotal(3100, -125)).toBe(-388)',
        '  expect(lineTotal(2650, -215)).toBe(-570)',
        '})',
      ],
    ),
    runs('npx vitest run', vitest(26)),
    says('Refunds round away from zero now, so the buyer gets the half penny there as well. 26 tests pass.'),
    asks(at('09:07'), 'Looks good, commit it.'),
    runs(
      'git add -A && git commit -m "Give the half penny to the buyer"',
      committed('half-down', '4c1d2e9', 'Give the half penny to the buyer', 2),
      2,
    ),
    says('Committed as 4c1d2e9.'),
    asks(at('09:12'), 'Which screens still round by themselves? Only look, change nothing.'),
    finds('Math\\.round', 'src/screens/basket.tsx', 'src/screens/day-total.tsx', 'src/weights.ts'),
    finds('toFixed\\(2\\)', 'src/screens/receipt.tsx'),
    reads(
      'src/screens/basket.tsx',
      'const total = Math.round(lines.reduce((sum, line) => sum + line.price * line.grams / 1000, 0))',
    ),
    reads('src/screens/day-total.tsx', 'const sum = sales.map(sale => Math.round(sale.exact)).reduce(add, 0)'),
    says(
      'Two screens still multiply and round: the basket adds exact lines and rounds the sum, and the day total rounds each sale again. Both can differ from the stored lines by a penny. The receipt only formats, and src/weights.ts rounds grams, which is right because the scale does the same.',
    ),
    asks(
      at('09:31'),
      'Let the basket and the day total add stored lines instead, check types and tests, and open a pull request.',
    ),
    edits(
      'src/screens/basket.tsx',
      12,
      ['const total = Math.round(lines.reduce((sum, line) => sum + line.price * line.grams / 1000, 0))'],
      ['const total = lines.reduce((sum, line) => sum + line.pence, 0)'],
    ),
    edits(
      'src/screens/day-total.tsx',
      9,
      ['const sum = sales.map(sale => Math.round(sale.exact)).reduce(add, 0)'],
      ['const sum = sales.flatMap(sale => sale.lines).reduce((pence, line) => pence + line.pence, 0)'],
    ),
    edits(
      'test/day-total.test.ts',
      21,
      [],
      ["test('the day is the sum of its stored lines', () => {", '  expect(dayTotal(saturday)).toBe(112_745)', '})'],
    ),
    runs('npx tsc --noEmit', ''),
    runs('npx vitest run', vitest(27), 170),
    runs(
      'git commit -am "Add stored lines instead of rounding again"',
      committed('half-down', '9be07aa', 'Add stored lines instead of rounding again', 3),
      2,
    ),
    runs('gh pr create --fill', 'https://github.com/nell-cheese/sample-till/pull/31', 4),
    says('Both screens add stored lines now. Types and all 27 tests are fine, and the change is in pull request 31.'),
  ],
}

const mergeFile = [
  "import type { Phone, Stock } from './stock'",
  '',
  '/** What two phones know together: per phone the larger count, because counts only grow. */',
  'export function merge(one: Stock, other: Stock): Stock {',
  '  const phones = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<Phone>',
  '  return Object.fromEntries([...phones].map(phone => [phone, larger(one[phone], other[phone])]))',
  '}',
  '',
].join('\n')
const mergeTest = [
  "test('meeting twice changes nothing', () => {",
  '  expect(merge(merge(a, b), b)).toEqual(merge(a, b))',
  '})',
  "test('the order of meeting does not matter', () => {",
  '  expect(merge(a, b)).toEqual(merge(b, a))',
  '})',
  '',
].join('\n')

/** Two phones on one stall: a merge that needed three attempts, a stopped simulation, a helper, a review. */
export const twoPhones: ClaudeChat = {
  id: 'b7e21c94-0f3d-4e58-8c11-77aa90d3b202',
  folder: till,
  branch: 'two-phones',
  model: 'claude-opus-4-5',
  deeds: [
    asks(
      at('11:02'),
      'Two phones sell from the same crates. Write the merge of their counters as a pure function with tests.',
    ),
    plans('Describe the counter', 'Write the merge', 'Test the laws it must obey'),
    reads('src/stock.ts', 'export type Stock = Record<Phone, Counter>\nexport interface Counter { sold: number }'),
    writes('src/merge.ts', mergeFile),
    writes('test/merge.test.ts', mergeTest),
    fails(
      'npx vitest run test/merge.test.ts',
      1,
      vitest(1, 2, ' FAIL  test/merge.test.ts > the order of meeting does not matter\nlarger is not defined'),
    ),
    steers(at('11:12'), 'Keep undone sales in a number of their own.'),
    edits(
      'src/stock.ts',
      2,
      ['export interface Counter { sold: number }'],
      ['export interface Counter { sold: number; undone: number }'],
    ),
    edits(
      'src/merge.ts',
      7,
      [],
      [
        'function larger(one?: Counter, other?: Counter): Counter {',
        '  return { sold: max(one?.sold, other?.sold), undone: max(one?.undone, other?.sold) }',
        '}',
      ],
    ),
    fails(
      'npx vitest run test/merge.test.ts',
      1,
      vitest(4, 1, ' FAIL  test/merge.test.ts > an undone sale comes back to the crate'),
    ),
    says('Counters hold sold and undone now. One test still fails: an undone sale does not come back to the crate.'),
    asks(at('11:24'), 'It still fails because you compare undone with sold. Look at the second line of larger.'),
    edits(
      'src/merge.ts',
      9,
      ['  return { sold: max(one?.sold, other?.sold), undone: max(one?.undone, other?.sold) }'],
      ['  return { sold: max(one?.sold, other?.sold), undone: max(one?.undone, other?.undone) }'],
    ),
    runs('npx vitest run', vitest(31)),
    says('That was it. The merge obeys its laws now and 31 tests pass.'),
    asks(at('11:33'), 'Simulate a Saturday: 400 sales on two phones that meet every ten minutes.'),
    writes(
      'scripts/saturday.ts',
      ['const sales = Number(process.argv[2] ?? 400)', 'for (let n = 0; n < sales; n++) sell(n % 2)', ''].join('\n'),
    ),
    stoppedIn('npx tsx scripts/saturday.ts 400'),
    asks(at('11:41'), 'Take 40 sales, that is enough to see it.'),
    runs(
      'npx tsx scripts/saturday.ts 40',
      'met 4 times\nphone A: 22 sold, 1 undone\nphone B: 18 sold, 0 undone\nboth know: 39 out of the crates',
      5,
    ),
    runs(
      'git add -A && git commit -m "Merge the counters of two phones"',
      committed('two-phones', 'e80b135', 'Merge the counters of two phones', 4),
      2,
    ),
    says(
      'With 40 sales both phones agree after each meeting: 39 pieces are out of the crates. I committed the merge as e80b135; the script is in scripts/saturday.ts.',
    ),
    asks(at('11:52'), 'Let a sub-agent look for code that still reads the old counter.'),
    delegates(
      'Find every place that reads Stock as a plain number. Do not change anything.',
      'Three places: src/screens/crates.tsx line 18, src/screens/crates.tsx line 40, src/export/csv.ts line 27.',
    ),
    says(
      'Three places still read the old counter: two in the crates screen and one in the CSV export. None of them is reached while the phones merge, so they can wait for the next change.',
    ),
    commands(at('12:30'), 'review', 'src/merge.ts'),
    reads('src/merge.ts', mergeFile),
    says(
      'The merge is commutative, associative and idempotent as far as the tests can tell. One remark: a phone that was reset starts at zero again and its old counter is lost; that needs a new phone number, which the code does not ask for yet.',
    ),
  ],
}

/** The same chat, gone another way from its first turn: a comparison that was thrown away. */
export const oneNumber: ClaudeChat = {
  id: 'c3f58a17-6d20-4b9e-a5d4-08be41f7c303',
  folder: till,
  branch: 'two-phones',
  model: 'claude-opus-4-5',
  forkOf: { chat: twoPhones, lines: 11 },
  deeds: [
    asks(at('12:44'), 'Try it with a single number per phone, only to compare. Throw it away afterwards.'),
    edits(
      'src/merge.ts',
      4,
      ['export function merge(one: Stock, other: Stock): Stock {'],
      ['export function merge(one: Tally, other: Tally): Tally {'],
    ),
    fails(
      'npx vitest run test/merge.test.ts',
      1,
      vitest(3, 2, ' FAIL  test/merge.test.ts > an undone sale comes back to the crate'),
    ),
    runs('git restore src test', '', 1),
    runs('npx vitest run', vitest(31)),
    says(
      'A single number cannot tell an undone sale from one that never happened, so two tests fail by nature. I restored the files, and all 31 tests pass again.',
    ),
  ],
}
