import { describe, expect, it } from 'vitest'
import { starts, testAgent, wholeRun } from './agent-tests.ts'
import { machineWithAgents } from './machine-with-agents.ts'

describe('generating with codex', () => testAgent('codex'))

describe('Codex', () => {
  it('Codex may read only, runs its tools unasked, and leaves nothing behind', async () => {
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

  it('Codex is counted by the tokens of its turns, and priced by the table', async () => {
    const { totals } = (await wholeRun('codex')).run
    expect(totals.tokens).toBe(3150)
    expect(totals.cost_usd).toBeCloseTo((3 * (600 * 1.25 + 400 * 0.125 + 50 * 10)) / 1_000_000, 9)
  })
})

it('an agent is ended with all it started when a task takes too long', async () => {
  const agents = ['claude', 'codex'] as const
  const ended = agents.map(async name => {
    const { generate, log } = await machineWithAgents({ FAKE_AGENT: 'hang' }, { taskTimeoutMs: 2000 })
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
