import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DailyReport } from '../../src/diary/report/schema.ts'
import { sentencesOf } from '../../src/diary/report/text/sentences.ts'
import type { TurnFacts } from '../../src/diary/schema.ts'
import { AT, AU, type ClaudeLine, P, RAW, session, TR } from '../fixtures/transcripts/claude-code/builders.ts'
import {
  A,
  CO,
  type CodexLine,
  CT,
  EV,
  FC,
  FO,
  M,
  R,
  rollout,
  SESSION,
  TC,
} from '../fixtures/transcripts/codex/builders.ts'
import {
  G,
  call as geminiCall,
  conversation as geminiChat,
  chat as geminiId,
  meta as geminiMeta,
  U,
} from '../fixtures/transcripts/gemini-cli/builders.ts'
import { log } from '../fixtures/transcripts/log-lines.ts'
import {
  assistantMessage,
  type OpencodeSession,
  userMessage,
  writeOpencode,
} from '../fixtures/transcripts/opencode/builders.ts'
import {
  assistant as qwenAssistant,
  session as qwenId,
  result as qwenResult,
  user as qwenUser,
} from '../fixtures/transcripts/qwen-code/fixtures.ts'
import { ledger } from './build-workspace.ts'
import { type AgentHome, age, agentHome, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

const file = '/fake/ledger/src/round.ts'
const edited = { filePath: file, oldString: 'a', newString: 'b', structuredPatch: [{ lines: ['-a', '+b'] }] }

/** What a sub-agent did: it changed a file and ran the tests. */
const work: ClaudeLine[] = [
  AU('sub_1', 'Edit', { file_path: file, old_string: 'a', new_string: 'b' }),
  TR('sub_1', 'The file has been updated.', edited),
  AU('sub_2', 'Bash', { command: 'npx vitest run' }),
  TR('sub_2', ' Test Files  1 passed (1)\n      Tests  4 passed (4)\n', { stdout: '', stderr: '' }),
]

/** The same as rows of a file of its own. */
const ownFile = session(P('Round half to even.'), ...work).toString()
const inOwnFile = ownFile.replaceAll('"isSidechain":false', '"isSidechain":true,"agentId":"a1b2c3d"')

/** The same as rows of progress in the session's file, numbered on from its third line. */
const inline: ClaudeLine[] = work.map(line => n => ({
  ...Object(RAW({})(n)),
  type: 'progress',
  data: { type: 'agent_progress', agentId: 'a1b2c3d', prompt: 'x', message: line(n + 20) },
  toolUseID: `agent_m${n}`,
  parentToolUseID: 'task_1',
}))

const started = AU('task_1', 'Task', { description: 'Mend rounding', subagent_type: 'mender', prompt: 'Mend it.' })
const ended = TR('task_1', [{ type: 'text', text: 'Done.' }], {
  status: 'completed',
  agentId: 'a1b2c3d',
  totalTokens: 9,
})
const main = (...between: ClaudeLine[]) =>
  session(P('Mend the rounding.'), started, ...between, ended, AT('It is mended.'))

it('preparing a day reads a sub-agent from rows of the session, under the turn that started it', async () => {
  const { facts, metadata } = await prepared(machine => settledFile(machine.claude('one'), main(...inline)))
  expect(metadata).toMatchObject({ status: 'final' })
  expect(facts).toMatchObject([{ ...whatWasDone, tokens: { input: 40, output: 80 } }])
  expect(facts[0]?.subagents).toMatchObject([{ ...subagent, transcript: 'session', path: null, lines: '2-7' }])
  expect(facts[0]?.usage.map(({ subagent: who, replies }) => [who, replies])).toEqual([
    [null, 2],
    ['a1b2c3d', 2],
  ])
})

const whatWasDone = {
  files: [{ path: 'src/round.ts', op: 'edit' }],
  checks: [{ kind: 'test', verdict: 'pass' }],
  tools: { Task: 1, Edit: 1, Bash: 1 },
}
const subagent = {
  id: 'a1b2c3d',
  type: 'mender',
  description: 'Mend rounding',
  tools: 2,
  files: ['src/round.ts'],
  checks: [{ kind: 'test', verdict: 'pass' }],
  tokens: { input: 20, output: 40 },
}

it.each(['one/subagents/agent-a1b2c3d', 'agent-a1b2c3d'])(
  'preparing a day reads a sub-agent from %s.jsonl',
  async name => {
    const { facts, metadata, folder, program } = await prepared(machine => {
      settledFile(machine.claude('one'), main())
      settledFile(machine.claude(name), inOwnFile)
    })
    expect(metadata).toMatchObject({ status: 'final' })
    expect(facts).toMatchObject([{ ...whatWasDone, tokens: { input: 40, output: 80 } }])
    const path = 'sessions/claude-code/one.subagents/a1b2c3d.jsonl'
    expect(facts[0]?.subagents).toMatchObject([{ ...subagent, transcript: 'file', path, lines: '2-3' }])
    expect(readFileSync(join(folder, path), 'utf8')).toBe(inOwnFile)
    // What it did is cited by the lines of the call that started it.
    const { run_id } = await program.call('diary_generate', { date: '2026-05-12', with: 'builtin' })
    await program.app.jobs.wait(String(run_id))
    const { chains } = await program.call('diary_chains', { date: '2026-05-12', project_key: ledger })
    expect(JSON.stringify(chains)).toContain('src/round.ts')
    // The transcript of the session shows it below that call.
    const place = { date: '2026-05-12', project_key: ledger, session_ref: 'S0001' }
    const { agents } = await program.call('diary_session_outline', place)
    expect(agents).toEqual([{ call_line: 2, subagent: 'a1b2c3d', rows: 5 }])
    const { records, left_off } = await program.call('diary_subagent_lines', { ...place, subagent: 'a1b2c3d' })
    expect(records).toMatchObject([{ line: 1, text_preview: 'Round half to even.' }, { line: 2 }, {}, {}, { line: 5 }])
    expect(left_off).toBe(0)
  },
)

it('preparing a day reads a sub-agent of a team, whose session is like any other, under the turn that started it', async () => {
  const spawned = TR('task_1', [{ type: 'text', text: 'Spawned.' }], {
    status: 'teammate_spawned',
    agent_id: 'mender@till',
  })
  const lead = session(P('Mend the rounding with a team.'), started, spawned, AT('It is mended.'))
  const told = session(
    P('<teammate-message teammate_id="team-lead">Mend it.</teammate-message>'),
    ...work,
    AT('Mended.'),
  )
  const own = told
    .toString()
    .replaceAll('"isSidechain":false', '"isSidechain":false,"agentName":"mender","teamName":"till"')
  const { facts, metadata } = await prepared(machine => {
    settledFile(machine.claude('one'), lead)
    settledFile(machine.claude('two'), Buffer.from(own))
  })
  expect(metadata).toMatchObject({ status: 'final' })
  expect(facts).toHaveLength(1)
  expect(facts[0]?.files).toMatchObject([{ path: 'src/round.ts' }])
  expect(facts[0]?.checks).toMatchObject([{ kind: 'test', verdict: 'pass' }])
  expect(facts[0]?.subagents).toMatchObject([
    { transcript: 'file', path: expect.stringMatching(/subagents\/two\.jsonl$/) },
  ])
})

it('preparing a day reads the agents of a workflow as one, under the turn that started it', async () => {
  const launched = TR('task_1', [{ type: 'text', text: 'Workflow launched in background.' }], {
    status: 'async_launched',
    taskType: 'local_workflow',
    workflowName: 'mend-all',
    runId: 'wf_1a2b-3c4',
  })
  const lead = session(
    P('Mend the rounding with a workflow.'),
    AU('task_1', 'Workflow', { scriptPath: '/fake/mend.js' }),
    launched,
    AT('It is mended.'),
  )
  const second = inOwnFile
    .replaceAll('a1b2c3d', 'e5f6a7b')
    .replaceAll('sub_', 'other_')
    .replaceAll('"id":"m', '"id":"e')
    .replaceAll('"requestId":"r', '"requestId":"e')
  const { facts, metadata, folder } = await prepared(machine => {
    settledFile(machine.claude('one'), lead)
    settledFile(machine.claude('one/subagents/workflows/wf_1a2b-3c4/agent-a1b2c3d'), inOwnFile)
    settledFile(machine.claude('one/subagents/workflows/wf_1a2b-3c4/agent-e5f6a7b'), second)
    settledFile(
      machine.claude('one/subagents/workflows/wf_1a2b-3c4/journal'),
      '{"type":"started","agentId":"a1b2c3d"}\n',
    )
  })
  expect(metadata).toMatchObject({ status: 'final' })
  expect(facts).toHaveLength(1)
  const path = 'sessions/claude-code/one.subagents/wf_1a2b-3c4.jsonl'
  expect(facts[0]?.subagents).toMatchObject([
    { id: 'wf_1a2b-3c4', type: 'workflow', description: 'mend-all', transcript: 'file', path, tools: 4 },
  ])
  // Each of its two agents asked the model twice.
  expect(facts[0]?.usage.map(({ subagent: who, replies }) => [who, replies])).toEqual([
    [null, 2],
    ['wf_1a2b-3c4', 4],
  ])
  expect(readFileSync(join(folder, path), 'utf8')).toBe(inOwnFile + second)
})

it('preparing a day counts a sub-agent once that is written both ways', async () => {
  const { facts } = await prepared(machine => {
    settledFile(machine.claude('one'), main(...inline))
    settledFile(machine.claude('one/subagents/agent-a1b2c3d'), inOwnFile)
  })
  expect(facts).toMatchObject([{ ...whatWasDone, tokens: { input: 40, output: 80 } }])
  expect(facts[0]?.subagents).toMatchObject([{ ...subagent, transcript: 'session' }])
})

it('a day whose sub-agent cannot be read is not final until its transcript is there', async () => {
  const { facts, metadata, program } = await prepared(machine => settledFile(machine.claude('one'), main()))
  expect(metadata).toMatchObject({ status: 'partial', incomplete: ['missing-subagents'] })
  expect(facts[0]).toMatchObject({
    cost_at_least: true,
    subagents: [{ id: 'a1b2c3d', transcript: 'missing', tools: 0 }],
  })
  settledFile(program.machine.claude('one/subagents/agent-a1b2c3d'), inOwnFile)
  expect(await program.prepare()).toMatchObject({ status: 'ok' })
  expect(metadataOf(program.workspace())).toMatchObject({ status: 'final' })
  rmSync(program.machine.claude('one/subagents/agent-a1b2c3d'))
})

it('preparing a day waits for nothing where the user refused the sub-agent', async () => {
  const refused: ClaudeLine = n => ({ ...Object(ended(n)), toolUseResult: 'Error: refused' })
  const { facts, metadata } = await prepared(machine =>
    settledFile(machine.claude('one'), session(P('Mend the rounding.'), started, refused)),
  )
  expect(metadata).toMatchObject({ status: 'final' })
  expect(facts[0]?.subagents).toEqual([])
})

it('exactly the sentences turn red that rest on a sub-agent whose copy has changed', async () => {
  const changelog = '/fake/ledger/CHANGELOG.md'
  const { program, folder } = await prepared(machine => {
    const lines = session(
      P('Mend the rounding.'),
      started,
      ended,
      AT('It is mended.'),
      P('Add a changelog.'),
      AU('write_1', 'Write', { file_path: changelog, content: 'a' }),
      TR('write_1', 'Created.', { type: 'create', filePath: changelog, content: 'a', structuredPatch: [] }),
      AT('It is added.'),
    )
    settledFile(machine.claude('one'), lines)
    settledFile(machine.claude('one/subagents/agent-a1b2c3d'), inOwnFile)
  })
  const { run_id } = await program.call('diary_generate', { date: '2026-05-12', with: 'builtin' })
  await program.app.jobs.wait(String(run_id))
  const verify = () => program.call('diary_verify', { date: '2026-05-12' })
  expect(await verify()).toMatchObject({ status: 'ok', mismatches: [], sentences: [] })
  const copy = join(folder, 'sessions/claude-code/one.subagents/a1b2c3d.jsonl')
  writeFileSync(copy, inOwnFile.replace('4 passed', '5 passed'))
  const { mismatches, sentences } = await verify()
  expect(mismatches).toMatchObject([{ turn_ref: 'T0001', lines: '2-3' }])
  const report = DailyReport.parse(JSON.parse(readFileSync(join(program.workspace(), 'daily-report.json'), 'utf8')))
  const rests = sentencesOf(report).filter(({ citations }) =>
    citations.some(({ turn_ref, lines }) => {
      const [first = 0, last = 0] = lines.split('-').map(Number)
      return turn_ref === 'T0001' && first <= 3 && last >= 2
    }),
  )
  expect(Object(sentences).map(({ id }: { id: string }) => id)).toEqual(rests.map(({ id }) => id))
  expect(rests.length).toBeGreaterThan(0)
  expect(rests.length).toBeLessThan(sentencesOf(report).length)
  rmSync(copy)
  expect((await verify()).mismatches).toMatchObject([{ found: null }])
})

const thread = '0196c0de-0001-7000-8000-000000000002'
const patch = '*** Begin Patch\n*** Update File: src/round.ts\n@@\n-a\n+b\n*** End Patch'

const used = (input: number, output: number): CodexLine =>
  EV('token_count', {
    info: {
      total_token_usage: {
        input_tokens: input,
        cached_input_tokens: 0,
        output_tokens: output,
        reasoning_output_tokens: 0,
      },
    },
  })

/** What the sub-agent copied from its parent, and what it did. */
const forked = [
  M({ id: thread, forked_from_id: SESSION, source: { subagent: { thread_spawn: { parent_thread_id: SESSION } } } }),
  M(),
  EV('task_started', { turn_id: '0196c0dd-0000-7000-8000-000000000001' }),
  R('Mend the rounding.'),
  used(100, 10),
  EV('task_started', { turn_id: '0196c0de-0005-7000-8000-000000000001' }),
  TC(),
  CT('p1', 'apply_patch', patch),
  CO('p1', '{"output":"Success.","metadata":{"exit_code":0}}'),
  used(120, 15),
]

it('preparing a day reads a thread that Codex started, without what it copied from its parent', async () => {
  const { facts, metadata } = await prepared(machine => {
    const lines = [
      M(),
      TC(),
      R('Mend the rounding.'),
      FC('c1', 'spawn_agent', { message: 'Mend it.', task_name: 'mend', agent_type: 'worker' }),
      FO('c1', JSON.stringify({ agent_id: thread })),
      A('It is mended.'),
      used(100, 10),
    ]
    settledFile(machine.codex(`rollout-2026-05-12T02-00-00-${SESSION}.jsonl`), rollout(lines))
    settledFile(machine.codex(`rollout-2026-05-12T02-00-04-${thread}.jsonl`), rollout(forked, { step: 1001 }))
  })
  expect(metadata).toMatchObject({ status: 'final' })
  expect(facts).toHaveLength(1)
  expect(facts[0]).toMatchObject({ files: [{ path: 'src/round.ts' }], tokens: { input: 120, output: 15 } })
  expect(facts[0]?.subagents).toMatchObject([
    { id: thread, type: 'worker', description: 'mend', transcript: 'file', tools: 1, tokens: { input: 20, output: 5 } },
  ])
})

it('preparing a day reads the sub-agent of a Qwen Code session from the file that is named for its call', async () => {
  const call = (id: string, name: string, args: object) => ({ functionCall: { id, name, args } })
  const cwd = { cwd: '/fake/ledger' }
  const display = { resultDisplay: { type: 'task_execution', subagentName: 'code mender', status: 'completed' } }
  const parent = log(
    qwenUser('Mend the rounding.', cwd),
    qwenAssistant([call('call.1', 'agent', { subagent_type: 'code mender', description: 'Mend' })], cwd),
    qwenResult('call.1', 'agent', 'Mended.', display),
  )
  const child = log(
    qwenUser('Mend.', { ...cwd, isSidechain: true, subtype: 'agent_launch_prompt' }),
    qwenAssistant([call('c2', 'run_shell_command', { command: 'npm test' })], { ...cwd, isSidechain: true }),
  )
  const { facts, metadata } = await prepared(machine => {
    const root = join(machine.home, 'qwen')
    machine.env.DAYBOOK_QWEN_ROOTS = root
    settledFile(join(root, `ledger/chats/${qwenId}.jsonl`), parent)
    settledFile(join(root, `ledger/subagents/${qwenId}/agent-code_mender-call_1.jsonl`), child)
  })
  expect(metadata).toMatchObject({ status: 'final' })
  expect(facts[0]?.subagents).toMatchObject([
    { id: 'code_mender-call_1', type: 'code mender', transcript: 'file', tools: 1 },
  ])
})

it('preparing a day reads the sub-agent of a Gemini CLI session from the conversation that its call names', async () => {
  const agentId = '5b1e4f6a-0000-4000-8000-00000000000a'
  const used = (output: number) => ({ model: 'gemini-2.5-pro', tokens: { input: 9, output, cached: 0 } })
  const asked = geminiCall('t1', 'invoke_agent', { agent_name: 'mender', prompt: 'Mend.' }, 'success', 'Mended.')
  const parent = geminiChat(
    geminiMeta({ directories: ['/fake/ledger'] }),
    U('a', 'Mend the rounding.'),
    G('b', 'It is mended.', { ...used(20), toolCalls: [{ ...asked, agentId }] }),
  )
  const tests = geminiCall(
    't2',
    'run_shell_command',
    { command: 'npm test' },
    'success',
    'Output: 4 passed\nExit Code: 0',
  )
  const child = geminiChat(
    geminiMeta({ directories: ['/fake/ledger'], sessionId: agentId, kind: 'subagent' }),
    U('c', 'Mend.'),
    G('d', 'Done.', { ...used(5), toolCalls: [tests] }),
  )
  const write = (files: { [name: string]: Buffer }) =>
    prepared(machine => {
      const root = join(machine.home, 'gemini')
      machine.env.DAYBOOK_GEMINI_ROOTS = root
      for (const [name, bytes] of Object.entries(files)) settledFile(join(root, 'ledger/chats', name), bytes)
    })

  const main = { 'session-2026-05-12T02-00-2b1e4f6a.jsonl': parent }
  const { facts, metadata } = await write({ ...main, [`${geminiId}/${agentId}.jsonl`]: child })
  expect(metadata).toMatchObject({ status: 'final' })
  expect(facts[0]?.subagents).toMatchObject([
    { id: agentId, type: 'mender', transcript: 'file', tools: 1, tokens: { output: 5 }, cost_at_least: false },
  ])
  expect(facts[0]?.usage.map(({ subagent: who, output }) => [who, output])).toEqual([
    [null, 20],
    [agentId, 5],
  ])
  expect((await write(main)).metadata).toMatchObject({ status: 'partial', incomplete: ['missing-subagents'] })
})

it('preparing a day reads the sub-agent of an opencode session, with what it recorded that it cost, from the database', async () => {
  const call = (tool: string, callID: string, input: object, metadata: object = {}) => ({
    ...{ type: 'tool', tool, callID },
    state: { status: 'completed', input, output: ' 4 pass\n 0 fail\n', metadata },
  })
  const cost = (usd: number) => ({ modelID: 'model-x', cost: usd, tokens: { input: 20, output: 5 } })
  const delegated = call(
    'task',
    'c1',
    { description: 'Mend rounding', subagent_type: 'mender' },
    { sessionId: 'ses_02' },
  )
  const parent = {
    ...{ id: 'ses_01', directory: '/fake/ledger' },
    messages: [userMessage(1, 1, { type: 'text', text: 'Mend it.' }), assistantMessage(2, 2, cost(0.5), delegated)],
  }
  const child = {
    ...{ id: 'ses_02', parent: 'ses_01', directory: '/fake/ledger' },
    messages: [
      { ...userMessage(3, 3, { type: 'text', text: 'Mend.' }), id: 'msg_c1' },
      { ...assistantMessage(4, 4, cost(0.25), call('bash', 'c2', { command: 'bun test' }, { exit: 0 })), id: 'msg_c2' },
    ],
  }
  const write = (...sessions: OpencodeSession[]) =>
    prepared(machine => {
      const root = join(machine.home, 'opencode')
      machine.env.DAYBOOK_OPENCODE_ROOTS = root
      writeOpencode(join(root, 'opencode.db'), sessions)
      age(join(root, 'opencode.db'), 60)
    })

  const { facts, metadata } = await write(parent, child)
  expect(metadata).toMatchObject({ status: 'final' })
  expect(facts).toMatchObject([{ cost_usd: 0.75, cost_basis: 'recorded', cost_at_least: false }])
  expect(facts[0]?.checks).toMatchObject([{ kind: 'test', verdict: 'pass' }])
  expect(facts[0]?.subagents).toMatchObject([
    { id: 'ses_02', type: 'mender', transcript: 'file', tools: 1, cost_usd: 0.25, cost_at_least: false },
  ])

  const alone = await write(parent)
  expect(alone.metadata).toMatchObject({ status: 'partial', incomplete: ['missing-subagents'] })
  expect(alone.facts).toMatchObject([{ cost_usd: 0.5, cost_at_least: true }])
})

async function prepared(write: (machine: AgentHome) => void) {
  const machine = agentHome()
  write(machine)
  const program = await openProgram(machine)
  expect(await program.prepare()).toMatchObject({ status: 'ok' })
  const folder = join(program.workspace(), 'projects', ledger)
  const facts: TurnFacts[] = readFileSync(join(folder, 'turn-facts.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  return { program, folder, facts, metadata: metadataOf(program.workspace()) }
}

function metadataOf(workspace: string): object {
  return JSON.parse(readFileSync(join(workspace, 'metadata.json'), 'utf8'))
}
