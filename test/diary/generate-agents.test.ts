import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openApp } from '../../src/app.ts'
import { endOfRuns } from '../../src/diary/generate/runs.ts'
import type { DiarySettings } from '../../src/diary/settings.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { ensureBuilt } from '../support/built.ts'
import type { Answer } from '../support/engines.ts'
import { readJson } from './build-workspace.ts'
import { agentHome, fixture, settledFile } from './home.ts'

const program = fileURLToPath(new URL('../agents/fake-agent.mjs', import.meta.url))
chmodSync(program, 0o755)
beforeAll(() => ensureBuilt('program'))

interface Entry {
  [key: string]: unknown
  name?: string
  args?: string[]
  called?: string
  status?: string
}

/** A machine with one transcript and both agents installed, behaving as told. */
async function machineWith(env: { [name: string]: string } = {}, diary: Partial<DiarySettings> = {}) {
  const machine = agentHome()
  settledFile(machine.claude('c1-basic'), fixture('c1-basic'))
  const log = join(machine.home, 'agents.log')
  const bin = join(machine.home, 'bin')
  mkdirSync(bin)
  for (const name of ['claude', 'codex']) symlinkSync(program, join(bin, name))
  const root = join(machine.home, 'diary')
  const app = await openApp({
    location: join(machine.home, 'daybook.db'),
    diary: {
      root,
      cacheDir: join(root, 'cache'),
      archive: { enabled: false, dir: join(machine.home, 'archive'), keepDays: null },
      timezone: 'Asia/Shanghai',
      graceMs: 300,
      pauseMs: 10,
      surroundings: {
        ...machine.surroundings,
        env: {
          ...machine.env,
          PATH: process.env.PATH ?? '',
          DAYBOOK_HOME: machine.home,
          DAYBOOK_TIMEZONE: 'Asia/Shanghai',
          FAKE_AGENT_LOG: log,
          ...env,
        },
      },
      bin: { claude: join(bin, 'claude'), codex: join(bin, 'codex') },
      ...diary,
    },
    clock: () => Date.parse('2026-05-14T08:00:00Z'),
    log: line => console.error(line),
  })
  onTestFinished(() => app.close())
  const call = async (name: string, args: object): Promise<Answer> => {
    const operation = operationNamed(name)
    if (!operation) throw new Error(`No operation ${name}.`)
    const outcome = await invoke(app, operation, { date: '2026-05-12', ...args }, { principal: 'local', by: 'test' })
    return outcome.ok ? outcome.result : outcome.failure
  }
  return {
    app,
    call,
    workspace: join(root, 'work', '2026-05-12'),
    log: (): Entry[] =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map(line => JSON.parse(line))
        : [],
    /** Generates to the end. */
    async generate(args: object): Promise<Answer> {
      const started = await call('diary_generate', { consent: true, ...args })
      if (started.status !== 'started') return started
      await endOfRuns(app.db, { cancel: false })
      return call('diary_run', { run_id: started.run_id })
    },
  }
}

const asked = {
  claude: { model: 'some-model', args: { budget_usd: 5 } },
  codex: { model: 'gpt-5.1-codex', args: {} },
}

async function generateAll(name: 'claude' | 'codex') {
  const { model, args } = asked[name]
  const { generate, log, workspace } = await machineWith({}, { agentModel: model, consent: [name] })
  const run = await generate({ with: name, consent: undefined, ...args })
  const lines = log()
  const [{ args: flags = [] } = {}] = starts(lines)
  const config = flags[flags.indexOf('--mcp-config') + 1] ?? ''
  const report = readJson(join(workspace, 'daily-report.json'))
  return { run, log: lines, workspace, report, configIsGone: !existsSync(config) }
}

const whole: { [name: string]: ReturnType<typeof generateAll> } = {}

/** A whole day by an agent that does well; several tests look at the same one. */
function wholeRun(name: 'claude' | 'codex') {
  whole[name] ??= generateAll(name)
  return whole[name]
}

const starts = (log: Entry[]) => log.filter(({ name }) => name !== undefined)
const calls = (log: Entry[]) => log.flatMap(({ called, status }) => (called ? [`${called} ${status}`] : []))

describe.each(['claude', 'codex'] as const)('generating with %s', name => {
  it('has the agent do everything through the operations', async () => {
    const { run, log, workspace, report } = await wholeRun(name)
    expect(run).toMatchObject({
      state: 'complete',
      mode: name,
      totals: { chains_by_producer: { [name]: 2 }, fallbacks: 0 },
    })
    expect(calls(log)).toEqual([
      'read_session_lines ok',
      'write_evidence appended',
      'read_session_lines ok',
      'write_evidence appended',
      'diary_chains ok',
      'diary_next ok',
      'write_work_item appended',
      'diary_report ok',
      'diary_chains ok',
      'write_project_summary written',
      'write_report_title written',
      'write_engagement written',
      'write_team_learning written',
    ])
    expect(report).toMatchObject({
      title: { text: `Read by ${name}`, by: 'agent' },
      producers: { [name]: expect.any(Number) },
    })
    // Each was started in the workspace, with the prompt on stdin and this very program as its server.
    const [evidence, synthesis, narration] = starts(log)
    expect(evidence).toMatchObject({
      cwd: workspace,
      prompt: expect.stringMatching(/^# Extract evidence\n(?:.*\n)*- turn_ref: T0001\n(?:.*\n)*- turn_ref: T0002\n/),
      server: {
        command: process.execPath,
        args: [expect.stringMatching(/bin.daybook\.js$/), 'mcp', '--toolsets', 'diary'],
        env: { DAYBOOK_WORKSPACE: workspace, DAYBOOK_ACTOR: name },
      },
    })
    expect(synthesis?.prompt).toMatch(/^# Synthesize a project\n/)
    expect(narration?.prompt).toMatch(/^# Narrate a day\n/)
  })

  it('lets it correct what was refused', async () => {
    const { generate, log } = await machineWith({ FAKE_AGENT: 'correcting' })
    const { totals, state } = await generate({ with: name })
    expect({ state, totals }).toMatchObject({ state: 'complete', totals: { fallbacks: 0 } })
    // Without a model's name there is no price for what Codex used.
    if (name === 'codex') expect(totals).toMatchObject({ tokens: 3150, cost_usd: null })
    expect(log().filter(({ refused }) => refused)).toEqual([
      { refused: ['evidence_chain.materiality'] },
      { refused: ['evidence_chain.materiality'] },
    ])
  })

  it('ends the mode when three conversations brought nothing, and names the likely cause', async () => {
    const { generate, log } = await machineWith({ FAKE_AGENT: 'silence' })
    expect(await generate({ with: name })).toMatchObject({
      state: 'failed',
      failure: {
        code: 'unavailable',
        message: expect.stringContaining(name),
        hint: expect.stringMatching(/signed in .* MCP tools/),
      },
    })
    expect(starts(log()).length).toBe(3)
  })

  it('takes a crash for a conversation that brought nothing', async () => {
    const { generate } = await machineWith({ FAKE_AGENT: 'crash' })
    expect(await generate({ with: name })).toMatchObject({ state: 'failed', failure: { code: 'unavailable' } })
  })

  it('is unavailable when it is not installed, and says how to change that', async () => {
    const nowhere = { claude: '/nowhere/claude', codex: 'no-such-codex' }
    const { call } = await machineWith({}, { bin: nowhere })
    const answer = await call('diary_generate', { with: name, consent: true })
    expect(JSON.stringify(answer)).toContain(`DAYBOOK_${name.toUpperCase()}_BIN`)
  })

  it('sends nothing before somebody agreed, now or in the settings', async () => {
    const { call, log } = await machineWith()
    const answer = await call('diary_generate', { with: name })
    expect(answer).toMatchObject({ status: 'invalid', errors: [{ path: 'consent' }] })
    expect(log()).toEqual([])
    // The settings of this one agree, and the call says nothing.
    expect((await wholeRun(name)).run).toMatchObject({ state: 'complete' })
  })
})

it('an agent is ended with all it started when a task takes too long', async () => {
  const agents = ['claude', 'codex'] as const
  const ended = agents.map(async name => {
    const { generate, log } = await machineWith({ FAKE_AGENT: 'hang' }, { taskTimeoutMs: 2000 })
    return { name, run: await generate({ with: name }), log: log() }
  })
  for (const { name, run, log } of await Promise.all(ended)) {
    expect(
      run.tasks.find(({ phase }: { phase: string }) => phase === 'evidence'),
      name,
    ).toMatchObject({ attempts: 3 })
    const pids = log.flatMap(({ pid, child }) => [pid, child].filter(Number.isInteger))
    expect(pids.length, name).toBe(6)
    for (const pid of pids) expect(() => process.kill(Number(pid), 0), name).toThrow('ESRCH')
    expect(log.filter(({ asked }) => asked).length, name).toBe(3)
  }
})

describe('Claude Code', () => {
  it('gets exactly the tools of each phase, and none of its own', async () => {
    const { log, configIsGone } = await wholeRun('claude')
    const allowed = starts(log).map(({ args = [] }) => args[args.indexOf('--allowedTools') + 1])
    expect(allowed).toEqual([
      'mcp__daybook__read_session_lines,mcp__daybook__write_evidence,mcp__daybook__diary_next',
      'mcp__daybook__diary_chains,mcp__daybook__write_work_item,mcp__daybook__diary_next',
      [
        'diary_report',
        'diary_chains',
        'write_project_summary',
        'write_report_title',
        'write_engagement',
        'write_team_learning',
      ]
        .map(tool => `mcp__daybook__${tool}`)
        .join(','),
    ])
    const [{ args = [], configMode } = {}] = starts(log)
    expect(configMode).toBe(0o600)
    expect(args.join(' ')).toMatch(
      /^-p --output-format stream-json --verbose --mcp-config \S+ --strict-mcp-config --allowedTools \S+ --tools {2}--no-session-persistence --max-turns 60 --max-budget-usd 5\.0000 --model some-model$/,
    )
    expect(configIsGone).toBe(true)
  })

  it('is not given flags that its help does not list', async () => {
    const lacks = '--tools --strict-mcp-config --no-session-persistence --max-turns --max-budget-usd --model'
    const { generate, log } = await machineWith({ FAKE_AGENT_LACKS: lacks }, { agentModel: 'some-model' })
    expect(await generate({ with: 'claude', budget_usd: 0.3 })).toMatchObject({ state: 'complete' })
    const [{ args = [] } = {}] = starts(log())
    for (const flag of lacks.split(' ')) expect(args).not.toContain(flag)
    expect(args[args.indexOf('--disallowedTools') + 1]).toMatch(/Bash,.*Write/)
  })

  it('is not started any more when the budget is reached, and the built-in path does the rest', async () => {
    const { generate, log } = await machineWith()
    const run = await generate({ with: 'claude', budget_usd: 0.3 })
    expect(run).toMatchObject({ state: 'complete', totals: { cost_usd: 0.4, budget_usd: 0.3, tokens: 15 } })
    expect(run.tasks.map(({ id, state }: { id: string; state: string }) => [id.split(':')[0], state])).toEqual([
      ['prepare', 'done'],
      ['evidence', 'done'],
      ['synthesis', 'skipped'],
      ['render', 'done'],
      ['narration', 'skipped'],
    ])
    expect(starts(log()).length).toBe(1)
  })
})

describe('Codex', () => {
  it('may read only, runs its tools unasked, and leaves nothing behind', async () => {
    const { generate, log, workspace } = await machineWith(
      { DAYBOOK_DB: 'postgres://u:hidden@h/db' },
      { agentModel: 'gpt-5' },
    )
    await generate({ with: 'codex' })
    const [{ args = [] } = {}] = starts(log())
    const line = args.join(' ')
    expect(line).toMatch(/^exec --json --skip-git-repo-check --ephemeral --ignore-user-config -s read-only -C /)
    expect(args[args.indexOf('-C') + 1]).toBe(workspace)
    expect(line).toContain('mcp_servers.daybook.default_tools_approval_mode="approve"')
    expect(line).toContain('mcp_servers.daybook.enabled_tools=["read_session_lines","write_evidence","diary_next"]')
    expect(line).toContain('mcp_servers.daybook.env_vars=["DAYBOOK_DB"]')
    expect(line).not.toContain('hidden')
    expect(line).toMatch(/ -m gpt-5 -$/)
  })

  it('is counted by the tokens of its turns, and priced by the table', async () => {
    const { totals } = (await wholeRun('codex')).run
    expect(totals.tokens).toBe(3150)
    expect(totals.cost_usd).toBeCloseTo((3 * (600 * 1.25 + 400 * 0.125 + 50 * 10)) / 1_000_000, 9)
  })
})

describe('diary_estimate', () => {
  it('tells what is left, what it would use, and what would be sent', async () => {
    const { call, generate } = await machineWith({}, { agentModel: 'claude-sonnet-4-5' })
    await call('diary_prepare', {})
    const estimate = await call('diary_estimate', { with: 'claude' })
    expect(estimate).toMatchObject({
      status: 'ok',
      turns_without_chain: 2,
      uncovered_turns: 2,
      consent: 'needed',
      sends: expect.stringContaining('Claude Code'),
      modes: [
        { name: 'builtin', available: true, reason: null },
        { name: 'model' },
        { name: 'claude', available: true, reason: null },
        { name: 'codex', available: true, reason: null },
      ],
    })
    expect(estimate.estimated_tokens).toBeGreaterThan(0)
    expect(estimate.estimated_cost_usd).toBeGreaterThan(0)
    expect(await call('diary_estimate', { with: 'builtin' })).toMatchObject({
      estimated_tokens: 0,
      estimated_cost_usd: 0,
      consent: 'not_needed',
      sends: '',
    })
    await generate({ with: 'builtin' })
    expect(await call('diary_estimate', { with: 'codex' })).toMatchObject({
      turns_without_chain: 0,
      uncovered_turns: 0,
      estimated_tokens: 0,
    })
  })

  it('names what is missing of each mode', async () => {
    const { call } = await machineWith(
      {},
      { bin: { claude: 'no-such-claude', codex: 'no-such-codex' }, model: 'nobody/x' },
    )
    await call('diary_prepare', {})
    const { modes } = await call('diary_estimate', {})
    expect(modes.filter(({ available }: { available: boolean }) => !available).length).toBe(3)
    for (const { available, reason } of modes) if (!available) expect(reason).toMatch(/; \w/)
  })
})
