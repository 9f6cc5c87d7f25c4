import type { TurnFacts } from '../../src/diary/schema.ts'
import type { DayProject } from './report-day.ts'
import { ran } from './synthesis-parts.ts'

const at = (time: string) => `2026-05-12T${time}:00Z`
const used = (input: number, cache_read: number, cache_write: number, output: number, model = 'claude-sonnet-4-5') => ({
  models: [model],
  tokens: { input, output, cache_read, cache_write, reasoning: 0 },
})
const changed = (
  ...files: Array<[path: string, added: number, removed: number, op?: TurnFacts['files'][number]['op']]>
) => files.map(([path, added, removed, op = 'edit']) => ({ path, op, added, removed }))

/** A working day in four projects, invented but of the kind that happens. */
export const inventedDay: DayProject[] = [
  {
    key: 'ledger-d7579830878a',
    label: 'ledger',
    sessions: [
      {
        turns: [
          {
            at: at('08:12'),
            until: at('08:41'),
            text: 'Round amounts half to even in src/money.ts and run the tests.',
            reactions: [
              'Read 4 files: src/money.ts, src/invoice.ts, test/money.test.ts, README.md.',
              'Edited 2 files: src/money.ts, test/money.test.ts.',
              'Ran 3 commands: `npm test`, `git diff`, `npm run lint`.',
            ],
            outcomes: [
              ['code_outcome', 'Changed 2 files: src/money.ts, test/money.test.ts (+64 −18).'],
              ['validation_outcome', 'Last test run succeeded: `npm test` 42 passed, 0 failed.'],
            ],
            facts: {
              files: changed(['src/money.ts', 38, 14], ['test/money.test.ts', 26, 4]),
              checks: [ran('test', 'fail'), ran('test', 'pass'), ran('lint', 'pass')],
              tools: { Read: 4, Edit: 5, Bash: 3 },
              families: { read: 4, edit: 5, shell: 3 },
              ...used(1800, 412_000, 38_000, 9400),
              branch: 'rounding',
            },
          },
          {
            at: at('08:55'),
            until: at('09:02'),
            type: 'user_correction',
            text: 'No, keep the old behaviour for currencies without minor units.\n\nJPY and KRW must stay as they are:\n  - 100.5 JPY is never valid\n  - see docs/rounding.md',
            reactions: ['Edited 1 file: src/money.ts.', 'Ran 1 command: `npm test`.'],
            outcomes: [
              ['code_outcome', 'Changed 1 file: src/money.ts (+12 −3).'],
              ['validation_outcome', 'Last test run succeeded: `npm test` 44 passed, 0 failed.'],
            ],
            facts: {
              files: changed(['src/money.ts', 12, 3]),
              checks: [ran('test', 'pass')],
              tools: { Edit: 2, Bash: 1 },
              families: { edit: 2, shell: 1 },
              ...used(600, 198_000, 9000, 3100),
              branch: 'rounding',
            },
          },
          {
            at: at('09:04'),
            until: at('09:06'),
            type: 'user_approval',
            text: 'Looks good, commit it.',
            outcomes: [
              ['code_outcome', 'Committed “Round half to even, except where there are no minor units” (3f9c2ab).'],
            ],
            facts: {
              commits: [{ hash: '3f9c2ab', subject: 'Round half to even, except where there are no minor units' }],
              tools: { Bash: 2 },
              families: { shell: 2 },
              ...used(200, 88_000, 1200, 640),
              branch: 'rounding',
            },
          },
        ],
      },
      {
        source: 'codex',
        turns: [
          {
            at: at('13:30'),
            until: at('14:22'),
            text: 'Import the bank statements of 2025 as CSV; each bank has its own column order.',
            reactions: [
              'Read 6 files: src/import/index.ts, src/import/csv.ts, fixtures/hausbank.csv and 3 more.',
              'Edited 5 files: src/import/csv.ts, src/import/columns.ts, src/import/index.ts, test/import.test.ts, docs/import.md.',
            ],
            outcomes: [
              ['code_outcome', 'Changed 4 files.'],
              ['document_outcome', 'Wrote 1 file: docs/import.md (+58 −0).'],
              ['blocker_outcome', 'Last test run failed: `npm test` 3 failures.'],
            ],
            terminal: 'blocked',
            facts: {
              files: changed(
                ['src/import/csv.ts', 141, 22],
                ['src/import/columns.ts', 96, 0, 'create'],
                ['src/import/index.ts', 18, 9],
                ['test/import.test.ts', 88, 0, 'create'],
                ['docs/import.md', 58, 0, 'create'],
              ),
              checks: [ran('typecheck', 'pass'), ran('test', 'fail'), ran('test', 'fail')],
              tools: { exec_command: 11, apply_patch: 7, update_plan: 2 },
              families: { shell: 11, edit: 7, plan: 2 },
              ...used(64_000, 880_000, 0, 21_000, 'gpt-5-codex'),
              branch: 'import',
            },
          },
        ],
      },
    ],
  },
  {
    key: 'storefront-5f2c01aa93de',
    label: 'storefront',
    sessions: [
      {
        turns: [
          {
            at: at('09:20'),
            until: at('10:48'),
            text: 'The checkout page jumps when the voucher field appears. Find out why and fix it.',
            reactions: [
              'Searched the project 9 times.',
              'Read 7 files: app/checkout/page.tsx, app/checkout/voucher.tsx and 5 more.',
              'Edited 3 files: app/checkout/voucher.tsx, app/checkout/page.css, e2e/checkout.spec.ts.',
              'Ran 6 commands: `npx playwright test e2e/checkout.spec.ts`, `npm run build` and 4 more.',
            ],
            outcomes: [
              [
                'code_outcome',
                'Changed 3 files: app/checkout/voucher.tsx, app/checkout/page.css, e2e/checkout.spec.ts (+120 −47).',
              ],
              [
                'validation_outcome',
                'Last test, build run succeeded: `npx playwright test e2e/checkout.spec.ts` 9 passed, 0 failed; `npm run build`.',
              ],
            ],
            facts: {
              files: changed(
                ['app/checkout/voucher.tsx', 61, 33],
                ['app/checkout/page.css', 24, 14],
                ['e2e/checkout.spec.ts', 35, 0, 'create'],
              ),
              checks: [ran('test', 'fail'), ran('test', 'pass'), ran('build', 'pass')],
              tools: { Grep: 9, Read: 7, Edit: 8, Bash: 6, TodoWrite: 3, mcp__browser__screenshot: 4 },
              families: { search: 9, read: 7, edit: 8, shell: 6, plan: 3, mcp: 4 },
              ...used(3400, 1_240_000, 96_000, 18_800, 'claude-opus-4-5'),
              branch: 'checkout-jump',
            },
          },
          {
            at: at('11:05'),
            until: at('11:19'),
            text: 'Which of our pages still use the old price component? List them, change nothing.',
            materiality: 'material',
            reactions: ['Searched the project 6 times.', 'Read 5 files: app/price.tsx, app/cart/line.tsx and 3 more.'],
            outcomes: [
              [
                'research_outcome',
                'Investigated with 11 lookups and answered: “Seven pages still import the old price component; four of them only through the cart line.”',
              ],
            ],
            facts: {
              tools: { Grep: 6, Read: 5 },
              families: { search: 6, read: 5 },
              ...used(900, 310_000, 22_000, 4200, 'claude-opus-4-5'),
              branch: 'main',
            },
          },
          {
            at: at('15:40'),
            until: at('15:58'),
            text: 'Move those pages to the new component.',
            reactions: [
              'Edited 4 files: app/cart/line.tsx, app/wishlist/page.tsx and 2 more.',
              'Ran 1 command: `npm run typecheck`.',
            ],
            outcomes: [['code_outcome', 'Changed 4 files.']],
            terminal: 'interrupted',
            facts: {
              files: changed(
                ['app/cart/line.tsx', 22, 41],
                ['app/wishlist/page.tsx', 9, 12],
                ['app/orders/row.tsx', 7, 11],
                ['app/price.tsx', 0, 64, 'delete'],
              ),
              checks: [ran('typecheck', 'fail')],
              tools: { Edit: 9, Bash: 1, Task: 1 },
              families: { edit: 9, shell: 1, delegate: 1 },
              ...used(1100, 402_000, 31_000, 7700, 'claude-opus-4-5'),
              interrupted: true,
              branch: 'price',
            },
          },
        ],
      },
      {
        turns: [
          {
            at: at('10:05'),
            until: at('10:31'),
            text: 'Write the release notes for 4.2 from the merged pull requests.',
            reactions: [
              'Ran 2 commands: `gh pr list --state merged`, `git log v4.1..`.',
              'Edited 1 file: docs/releases/4.2.md.',
            ],
            outcomes: [
              ['document_outcome', 'Wrote 1 file: docs/releases/4.2.md (+74 −0).'],
              ['process_outcome', 'Opened pull request #218.'],
            ],
            facts: {
              files: changed(['docs/releases/4.2.md', 74, 0, 'create']),
              pull_requests: [218],
              tools: { Bash: 5, Write: 1 },
              families: { shell: 5, edit: 1 },
              ...used(500, 120_000, 18_000, 5100),
              branch: 'notes',
            },
          },
          {
            at: at('10:33'),
            until: at('10:34'),
            type: 'user_approval',
            text: 'Thanks!',
            materiality: 'none',
            terminal: 'no_material',
            facts: used(40, 40_000, 300, 60),
          },
          {
            at: at('16:20'),
            until: at('16:20'),
            text: 'what does npm ci do again?',
            materiality: 'minor',
            terminal: 'no_material',
            facts: used(60, 41_000, 300, 420),
          },
          { at: at('16:30'), until: at('16:31'), text: 'show the open branches', isGap: true },
        ],
      },
    ],
  },
  {
    key: 'infra-80ac77b1e0f4',
    label: 'infra',
    sessions: [
      {
        source: 'gemini-cli',
        turns: [
          {
            at: at('17:10'),
            until: at('17:44'),
            text: 'Should the cache go to its own node, or is one larger node cheaper? Ask me before you decide.',
            reactions: ['Consulted the web 4 times.', 'Asked the user 1 question.'],
            outcomes: [
              ['decision_outcome', 'User chose “One larger node” for “Where should the cache run?”.'],
              [
                'research_outcome',
                'Investigated with 4 lookups and answered: “One larger node is cheaper below 40 GB of working set.”',
              ],
            ],
            facts: {
              tools: { google_web_search: 4, question: 1 },
              families: { web: 4, ask: 1 },
              ...used(22_000, 64_000, 0, 3900, 'gemini-2.5-pro'),
              time_basis: 'carried',
            },
          },
          {
            at: at('22:50'),
            until: '2026-05-13T00:26:00Z',
            text: 'Apply it to staging overnight and tell me in the morning.',
            reactions: ['Ran 9 commands: `terraform plan`, `terraform apply` and 7 more.'],
            outcomes: [
              [
                'process_outcome',
                'Changed agent or workflow configuration in 1 file: .github/workflows/staging.yml (+14 −2).',
              ],
            ],
            terminal: 'failed',
            facts: {
              files: changed(['.github/workflows/staging.yml', 14, 2]),
              tools: { run_shell_command: 9, replace: 1 },
              families: { shell: 9, edit: 1 },
              time_basis: 'carried',
              malformed_lines: 2,
            },
          },
        ],
      },
    ],
  },
  {
    key: 'notes-2f8a18c16fe5',
    label: 'notes',
    sessions: [
      {
        source: 'opencode',
        turns: [
          {
            at: at('19:02'),
            until: at('19:09'),
            text: 'Fix the broken links.',
            terminal: 'clarification_only',
            materiality: 'minor',
            reactions: ['Read 2 files: index.md, reading.md.'],
            facts: {
              tools: { read: 2 },
              families: { read: 2 },
              ...used(900, 0, 0, 500, 'some-local-model'),
              cost_usd: 0.004,
              cost_basis: 'recorded',
            },
          },
        ],
      },
    ],
  },
]
