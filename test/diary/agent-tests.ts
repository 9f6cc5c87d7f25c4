import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
export function wholeRun(name: 'claude' | 'codex') {
  whole[name] ??= generateAll(name)
  return whole[name]
}

export const starts = (log: Entry[]) => log.filter(({ name }) => name !== undefined)
const calls = (log: Entry[]) => log.flatMap(({ called, status }) => (called ? [`${called} ${status}`] : []))

/** What must hold with either agent. */
export function testAgent(name: 'claude' | 'codex'): void {
  it('an agent is made to do everything through the operations', async () => {
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

  it('an agent may correct what was refused', async () => {
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

  it('three conversations that brought nothing end the mode, and the likely cause is named', async () => {
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

  it('a crash of the agent is taken for a conversation that brought nothing', async () => {
    const { generate } = await machineWithAgents({ FAKE_AGENT: 'crash' })
    expect(await generate({ with: name })).toMatchObject({ state: 'failed', failure: { code: 'unavailable' } })
  })

  it('an agent that is not installed is unavailable, and it is said how to change that', async () => {
    const nowhere = { claude: '/nowhere/claude', codex: 'no-such-codex' }
    const { call } = await machineWithAgents({}, { bin: nowhere })
    const answer = await call('diary_generate', { with: name, consent: true })
    expect(JSON.stringify(answer)).toContain(`DAYBOOK_${name.toUpperCase()}_BIN`)
  })

  it('nothing is sent to an agent before somebody agreed, now or in the settings', async () => {
    const { call, log } = await machineWithAgents()
    const answer = await call('diary_generate', { with: name })
    expect(answer).toMatchObject({ status: 'invalid', errors: [{ path: 'consent' }] })
    expect(log()).toEqual([])
    // The settings of this one agree, and the call says nothing.
    expect((await wholeRun(name)).run).toMatchObject({ state: 'complete' })
  })
}
