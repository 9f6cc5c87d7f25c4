import { describe, expect, it } from 'vitest'
import { starts, testAgent, wholeRun } from './agent-tests.ts'
import { machineWithAgents } from './machine-with-agents.ts'

describe('generating with claude', () => testAgent('claude'))

describe('Claude Code', () => {
  it('Claude Code gets exactly the tools of each phase, and none of its own', async () => {
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

  it('Claude Code is not given flags that its help does not list', async () => {
    const lacks = '--tools --strict-mcp-config --no-session-persistence --max-turns --max-budget-usd --model'
    const { generate, log } = await machineWithAgents({ FAKE_AGENT_LACKS: lacks }, { agentModel: 'some-model' })
    expect(await generate({ with: 'claude', budget_usd: 0.3 })).toMatchObject({ state: 'complete' })
    const [{ args = [] } = {}] = starts(log())
    for (const flag of lacks.split(' ')) expect(args).not.toContain(flag)
    expect(args[args.indexOf('--disallowedTools') + 1]).toMatch(/Bash,.*Write/)
  })

  it('Claude Code is not started any more when the budget is reached, and the built-in path does the rest', async () => {
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

describe('diary_estimate', () => {
  it('diary_estimate reports what is left, what it would use, and what would be sent', async () => {
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

  it('diary_estimate names what is missing of each mode', async () => {
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
