import { expect, it } from 'vitest'
import { asked, call, done, linked, mark, ran, said, turnOf } from '../../../test/diary/turn-script.ts'
import type { ScannedTurn } from '../../transcripts/reader.ts'
import { bundledPrices } from '../prices/price-table.ts'
import { TurnFacts } from '../schema.ts'
import { type FactsInput, turnFacts } from './facts.ts'

const turn: ScannedTurn = {
  startLine: 1,
  endLine: 40,
  startByte: 100,
  endByte: 5100,
  echoLine: null,
  kind: 'message',
  text: 'Do it.',
  at: Date.parse('2026-05-12T02:00:01.999Z'),
  lastAt: Date.parse('2026-05-12T03:00:00.000Z'),
  timeBasis: 'own',
  uuid: null,
  continued: true,
  branch: 'main',
  usageBefore: null,
  modelBefore: null,
  skipped: {},
}

const input: FactsInput = {
  session_ref: 'S0001',
  turn_ref: 'T0002',
  source: 'claude-code',
  turn,
  events: turnOf(
    asked('Do it.'),
    ...done('Write', { file_path: '/fake/ledger/src/a.ts' }, { detail: { type: 'create', content: 'x\ny' } }),
    ...done('Edit', { file_path: 'src/a.ts' }, { detail: { structuredPatch: [{ lines: ['+x', '-y'] }] } }),
    ...done('Edit', { file_path: '/home/al/notes.md' }),
    ...ran('npm test', { text: 'Tests  1 failed | 2 passed (3)', exit: 1, error: true }),
    ...ran('git commit -m x', { text: `[main 1a2b3c4] Use ${`gh${'p_'}`}${'x1'.repeat(18)} from /home/al/x` }),
    ...ran('npm run build', { exit: 0 }),
    call('mcp__a__b', {}),
    linked(12),
    mark('malformed'),
    mark('interrupt'),
    said('Done.'),
  ),
  usage: { tokens: { input: 1, output: 2, cache_read: 3, cache_write: 4, reasoning: 5 }, costUsd: null, models: ['m'] },
  root: '/fake/ledger',
  prices: bundledPrices,
  spending: { rows: [], cost: { usd: 0.25, subagents: 0, unpriced: 0, cutShort: 0 } },
  span_sha256: 'f'.repeat(64),
}

const gross = { net: false, added_hashes: '', removed_hashes: '' }
const net = { net: true, added_hashes: expect.stringMatching(/^(.{6})\1$/), removed_hashes: '' }

it('the facts of a turn list what it did, without secrets and paths of the machine', () => {
  expect(turnFacts(input)).toEqual({
    session_ref: 'S0001',
    turn_ref: 'T0002',
    source: 'claude-code',
    trigger_at: '2026-05-12T02:00:01Z',
    last_at: '2026-05-12T03:00:00Z',
    trigger_kind: 'message',
    time_basis: 'own',
    branch: 'main',
    models: ['m'],
    tokens: { input: 1, output: 2, cache_read: 3, cache_write: 4, reasoning: 5 },
    cost_usd: 0.25,
    cost_basis: 'estimated',
    cost_at_least: false,
    usage: [],
    tools: { Bash: 3, Edit: 2, Write: 1, mcp__a__b: 1 },
    families: { edit: 3, mcp: 1, shell: 3 },
    files: [
      { path: 'src/a.ts', op: 'create', added: 2, removed: 0, first_line: 2, last_line: 4, ...net },
      { path: '…/notes.md', op: 'edit', added: 0, removed: 0, first_line: 6, last_line: 6, ...gross },
    ],
    checks: [
      { kind: 'test', verdict: 'fail', passed: 2, failed: 1, command: 'npm test', lines: '8-9' },
      { kind: 'build', verdict: 'pass', passed: null, failed: null, command: 'npm run build', lines: '12-13' },
    ],
    commits: [
      {
        hash: '1a2b3c4',
        subject: 'Use [redacted:github_token] from …/x',
        lines: '10-11',
        amends: false,
        changed: null,
      },
    ],
    subagents: [],
    issue: null,
    put_back: null,
    pull_requests: [12],
    deeds: [],
    plan: null,
    broken_off: null,
    waits_for_answer: false,
    closing: { text: '', question: null, left: null, retracted: null, line: 18 },
    apart: [],
    interrupted: true,
    continued: true,
    lines: 40,
    bytes: 5000,
    malformed_lines: 1,
    span_sha256: 'f'.repeat(64),
  })
})

it('the facts of a turn fit the schema, also with tools of any name', () => {
  const events = turnOf(call('__proto__', {}), call('constructor', {}), call(' \u0000 ', {}), call('x'.repeat(999), {}))
  const facts = turnFacts({ ...input, events })
  expect(TurnFacts.safeParse(JSON.parse(JSON.stringify(facts))).success).toBe(true)
  expect(Object.keys(facts.tools)).toHaveLength(4)
})

it('the facts of a turn keep a recorded cost before an estimate, and say when there is neither', () => {
  const recorded = turnFacts({ ...input, usage: { ...input.usage, costUsd: 0 } })
  expect([recorded.cost_usd, recorded.cost_basis]).toEqual([0, 'recorded'])
  const unknown = turnFacts({ ...input, spending: { rows: [], cost: { ...input.spending.cost, usd: null } } })
  expect([unknown.cost_usd, unknown.cost_basis]).toEqual([null, null])
})

it('the facts of a turn name the call that it ends with, where no result of it is recorded', () => {
  const ended = (...steps: Parameters<typeof turnOf>) => turnFacts({ ...input, events: turnOf(...steps) }).broken_off
  expect(ended(said('Let me ask.'), call('Task', {}, 'a'))).toEqual({ tool: 'Task', line: 2, answered: false })
  expect(ended(...ran('npm test'))).toBeNull()
  expect(ended(call('Task', {}, 'a'), mark('interrupt'))).toBeNull()
  const ofSubagent = (line: number) => ({
    kind: 'call' as const,
    line,
    id: null,
    name: 'Read',
    input: {},
    subagent: 's',
  })
  expect(ended(call('Task', {}, 'a'), ofSubagent)).toEqual({ tool: 'Task', line: 1, answered: false })
})

it('the facts of a turn name the call after which nothing was said, where the agent had announced to go on', () => {
  const ended = (...steps: Parameters<typeof turnOf>) => turnFacts({ ...input, events: turnOf(...steps) }).broken_off
  expect(ended(said('The parser is done. Now let me run its tests:'), ...ran('npm test'))).toEqual({
    tool: 'Bash',
    line: 3,
    answered: true,
  })
  expect(ended(said('The parser is done.'), ...ran('npm test'))).toBeNull()
  expect(ended(said('Let me run its tests:'), ...ran('npm test'), said('They pass.'))).toBeNull()
  const committed = ran('git commit -m "Parse dates"', { text: '[main 1a2b3c4] Parse dates\n 1 file changed' })
  expect(ended(said('Let me commit this.'), ...committed)).toBeNull()
  const pushed = ran('git push', { text: 'To example.com:al/ledger.git\n   1a2b3c4..5d6e7f8  main -> main' })
  expect(ended(said('Let me push it.'), ...pushed)).toBeNull()
})

it('a turn is not called broken off when its session went on with it soon afterwards', () => {
  const events = turnOf(said('Let me edit it.'), call('Edit', {}, 'a'))
  expect(turnFacts({ ...input, events, goesOn: true }).broken_off).toBeNull()
})

it('the facts of a turn keep the words of a form that nobody answered, though the agent said nothing', () => {
  const events = turnOf(asked('Plan it.'), call('AskUserQuestion', { questions: [{ question: 'Which format?' }] }, 'q'))
  expect(turnFacts({ ...input, events }).closing).toEqual({
    text: '',
    question: 'Which format?',
    left: null,
    retracted: null,
    line: 2,
  })
})
