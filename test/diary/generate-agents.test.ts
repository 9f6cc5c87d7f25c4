import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readJson } from './build-workspace.ts'
import { type Entry, machineWithAgents } from './machine-with-agents.ts'

const asked = {
  claude: { model: 'some-model', args: { budget_usd: 5 } },
  codex: { model: 'gpt-5.1-codex', args: {} },
}

async function generateAll(name: 'claude' | 'codex') {
  const { model, args } = asked[name]
  const { generate, log, workspace } = await machineWithAgents({}, { agentModel: model, consent: [name] })
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
    const { generate, log } = await machineWithAgents({ FAKE_AGENT: 'correcting' })
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
    const { generate, log } = await machineWithAgents({ FAKE_AGENT: 'silence' })
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
    const { generate } = await machineWithAgents({ FAKE_AGENT: 'crash' })
    expect(await generate({ with: name })).toMatchObject({ state: 'failed', failure: { code: 'unavailable' } })
  })

  it('is unavailable when it is not installed, and says how to change that', async () => {
    const nowhere = { claude: '/nowhere/claude', codex: 'no-such-codex' }
    const { call } = await machineWithAgents({}, { bin: nowhere })
    const answer = await call('diary_generate', { with: name, consent: true })
    expect(JSON.stringify(answer)).toContain(`DAYBOOK_${name.toUpperCase()}_BIN`)
  })

  it('sends nothing before somebody agreed, now or in the settings', async () => {
    const { call, log } = await machineWithAgents()
    const answer = await call('diary_generate', { with: name })
    expect(answer).toMatchObject({ status: 'invalid', errors: [{ path: 'consent' }] })
    expect(log()).toEqual([])
    // The settings of this one agree, and the call says nothing.
    expect((await wholeRun(name)).run).toMatchObject({ state: 'complete' })
  })
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
    const { generate, log } = await machineWithAgents({ FAKE_AGENT_LACKS: lacks }, { agentModel: 'some-model' })
    expect(await generate({ with: 'claude', budget_usd: 0.3 })).toMatchObject({ state: 'complete' })
    const [{ args = [] } = {}] = starts(log())
    for (const flag of lacks.split(' ')) expect(args).not.toContain(flag)
    expect(args[args.indexOf('--disallowedTools') + 1]).toMatch(/Bash,.*Write/)
  })

  it('is not started any more when the budget is reached, and the built-in path does the rest', async () => {
    const { generate, log } = await machineWithAgents()
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
    const { generate, log, workspace } = await machineWithAgents(
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
    const { call, generate } = await machineWithAgents({}, { agentModel: 'claude-sonnet-4-5' })
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
    const { call } = await machineWithAgents(
      {},
      { bin: { claude: 'no-such-claude', codex: 'no-such-codex' }, model: 'nobody/x' },
    )
    await call('diary_prepare', {})
    const { modes } = await call('diary_estimate', {})
    expect(modes.filter(({ available }: { available: boolean }) => !available).length).toBe(3)
    for (const { available, reason } of modes) if (!available) expect(reason).toMatch(/; \w/)
  })
})
