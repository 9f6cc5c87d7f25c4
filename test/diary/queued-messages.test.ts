import { expect, it } from 'vitest'
import { DailyReport } from '../../src/diary/report/schema.ts'
import { type Sentence, sentencesOf } from '../../src/diary/report/text/sentences.ts'
import { AT, AU, type ClaudeLine, P, RAW, session, TR } from '../fixtures/transcripts/claude-code/builders.ts'
import { A, E, FC, FO, M, R, rollout, SESSION } from '../fixtures/transcripts/codex/builders.ts'
import { generated } from './generating.ts'
import { agentHome, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

const queued = (operation: string, content?: string): ClaudeLine =>
  RAW({ type: 'queue-operation', operation, content, uuid: undefined })
const refused = "The user doesn't want to proceed with this tool use. The user said:\nNo tests now."

const sessions: { [name: string]: ClaudeLine[] } = {
  words: [
    P('Sort the invoices by date.'),
    queued('enqueue', 'And show the totals in bold.'),
    AT('I am looking at the list.'),
    queued('remove'),
    AU('w', 'Write', { file_path: '/fake/ledger/src/list.ts', content: 'export const list = 1\n' }),
    TR('w', 'File created successfully at: /fake/ledger/src/list.ts'),
    AT('Done: the list is sorted and its totals are bold.'),
  ],
  check: [
    P('Make the archive smaller.'),
    AU('w2', 'Write', { file_path: '/fake/ledger/src/pack.ts', content: 'export const pack = 1\n' }),
    TR('w2', 'File created successfully at: /fake/ledger/src/pack.ts'),
    AU('t', 'Bash', { command: 'npx vitest run' }),
    queued('enqueue', 'What does the archive hold?'),
    queued('remove'),
    TR('t', ' Tests  4 passed (4)', { stdout: ' Tests  4 passed (4)' }),
    AT('It holds all invoices, the newest first.'),
  ],
  commit: [
    P('Commit the mail template.'),
    AU('c', 'Bash', { command: 'git commit -m "Greet customers by name"' }),
    queued('enqueue', 'Is it pushed?'),
    queued('enqueue', 'And who reviews it?'),
    queued('remove'),
    queued('remove'),
    TR('c', '[main 1a2b3c4] Greet customers by name\n 1 file changed', { stdout: 'x' }),
    AT('It is committed, not pushed. Nobody reviews it yet.'),
  ],
  refusal: [
    P('Lint the reminders.'),
    AU('l', 'Bash', { command: 'npx eslint .' }),
    RAW({
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'l', is_error: true, content: refused }],
      },
    }),
    AT('Then I leave it.'),
  ],
}

/** The sentences of the day, made by the first test that asks. */
let known: Promise<Sentence[]> | undefined

async function reported(): Promise<Sentence[]> {
  const machine = agentHome()
  for (const [name, lines] of Object.entries(sessions)) {
    // Records of the same id would be copies of each other.
    const own = lines.map(
      (line): ClaudeLine =>
        n =>
          withId(line(n), name),
    )
    settledFile(machine.claude(name), session(...own))
  }
  settledFile(
    machine.codex(`rollout-2026-05-12T02-00-00-${SESSION}.jsonl`),
    rollout([
      M({ cwd: '/fake/shop' }),
      R('Run the tests of the shop.'),
      E('Run the tests of the shop.'),
      FC('c1', 'exec_command', { cmd: 'go test ./...' }),
      R('Then stop.'),
      E('Then stop.'),
      FO('c1', 'Process exited with code 0\nOutput:\nok  \tshop\t0.1s\n'),
      A('The shop is sound.'),
    ]),
  )
  const program = await openProgram(machine)
  await generated(program, { with: 'builtin' })
  const { report } = await program.call('diary_report', { date: '2026-05-12' })
  expect(await program.call('diary_verify', { date: '2026-05-12' })).toMatchObject({ mismatches: [], sentences: [] })
  return sentencesOf(DailyReport.parse(report))
}

function withId(line: ReturnType<ClaudeLine>, name: string): ReturnType<ClaudeLine> {
  return typeof line === 'object' && 'uuid' in line && line.uuid !== undefined
    ? { ...line, uuid: `${name} ${line.uuid}` }
    : line
}

/** The lines that the first sentence with these words cites. */
async function cited(words: string, place = ''): Promise<string[]> {
  known ??= reported()
  const sentences = await known
  const found = sentences.find(({ text, id }) => text.includes(words) && id.endsWith(place))
  if (!found) expect.fail(`${words} is not in\n${sentences.map(({ id, text }) => `${id} ${text}`).join('\n')}`)
  return found.citations.map(({ turn_ref, lines }) => `${turn_ref} ${lines}`)
}

it('a message from the queue is cited with the line its words are on', async () => {
  expect(await cited('The first of 2 messages asked: “Sort the invoices')).toEqual([
    'T0001 1-1',
    'T0001 2-2',
    'T0002 4-4',
  ])
})

it('a check whose result was logged after a message from the queue has its verdict and cites that result', async () => {
  expect(await cited('Tests passed after the last edit', 'checked')).toEqual(['T0001 4-4', 'T0002 7-7'])
})

it('two messages from the queue do not keep a result from its call', async () => {
  expect(await cited('1a2b3c4', 'outcome/0')).toEqual(['T0001 2-2', 'T0003 7-7'])
})

it('a message during a call of Codex does not keep the result from the call', async () => {
  expect(await cited('Tests passed: `go test ./...`')).toEqual(['T0001 4-4', 'T0002 7-7'])
})

it('a call that a person refused stays without a result', async () => {
  known ??= reported()
  expect((await known).filter(({ text }) => /lint (?:passed|failed)/i.test(text))).toEqual([])
})
