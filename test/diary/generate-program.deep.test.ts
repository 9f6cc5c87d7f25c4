import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { running } from '../cli/running.ts'
import { runDaybook, runPreloaded } from '../support/binary.ts'
import { ledger, readJson, treeOf } from './build-workspace.ts'
import { date, soon, talk } from './generating.ts'
import { type AgentHome, agentHome, fixture, settledFile } from './home.ts'

const settings = { DAYBOOK_NOW: '2026-05-14T08:00:00Z', DAYBOOK_TIMEZONE: 'Asia/Shanghai' }

function generate(
  { home, env }: AgentHome,
  args: string[] = [],
  { more = {}, by = runPreloaded }: { more?: { [name: string]: string }; by?: typeof runPreloaded } = {},
) {
  return by(['diary', 'generate', '--date', date, ...args], { home, env: { ...env, ...settings, ...more } })
}

const workspaceOf = ({ home }: AgentHome) => join(home, 'diary', 'work', date)

describe('Two generations at the same time of the clock', () => {
  it('Two generations at the same time of the clock give the same bytes in other folders, zones and languages', async () => {
    const environment = [
      { TZ: 'America/New_York', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
      { TZ: 'Pacific/Apia', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
      { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' },
    ]
    const results = []
    for (const where of environment) {
      const machine = agentHome()
      for (const name of ['c1-basic', 'c2-mixed-results', 'c3-machine-rows', 'c5-parallel', 'c7-bytes']) {
        settledFile(machine.claude(name), fixture(name))
      }
      settledFile(machine.codex('x5-patch.jsonl'), fixture('x5-patch.jsonl'))
      expect((await generate(machine, ['--quiet'], { more: where, by: runDaybook })).code).toBe(0)
      const text = (name: string) => readFileSync(join(workspaceOf(machine), name), 'utf8')
      results.push({
        ...treeOf(join(workspaceOf(machine), 'projects')),
        ...Object.fromEntries(
          ['metadata.json', 'daily-report.json', 'report.md', 'report.html'].map(name => [name, text(name)]),
        ),
      })
    }
    expect(Object.keys(results[0] ?? {}).length).toBeGreaterThan(15)
    expect(results[1]).toEqual(results[0])
    expect(results[2]).toEqual(results[0])
  })
})

describe('daybook diary generate', () => {
  it('daybook diary generate prints what it came to and where the report is', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), talk(3))
    const { code, stdout, stderr } = await generate(machine)
    expect(stdout.split('\n')).toEqual([
      `${date}  complete`,
      '3 turns, 3 read by the built-in reader',
      '1 work item (1 without a result)',
      'Every turn is in a work item',
      join(workspaceOf(machine), 'report.html'),
      '',
    ])
    expect(stderr.split('\n')).toEqual([
      'prepare done',
      `evidence:${ledger}:S0001:T0001 done`,
      `synthesis:${ledger} done`,
      'render done',
      '',
    ])
    expect(code).toBe(0)
    const { stdout: json } = await generate(machine, ['--json'])
    expect(JSON.parse(json)).toEqual(readJson(join(workspaceOf(machine), 'run.json')))
    // A hook may have built the day that a person wants a model to read.
    const late = await generate(machine, ['--with', 'claude', '--yes', '--budget', '0'], {
      more: { DAYBOOK_CLAUDE_BIN: idle(machine) },
    })
    expect(late.stderr).toContain('They were read before this run. For claude to read them: --fresh all')
  })

  it('daybook diary generate says by its exit code how it ended', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), talk(2))
    const codeOf = async (args: string[], env: { [name: string]: string } = {}) =>
      (await generate(machine, args, { more: env })).code
    expect(await codeOf(['--with', 'magic'])).toBe(2)
    expect(await codeOf(['--budget', 'much'])).toBe(2)
    expect(await codeOf(['--project', 'nobody-0'])).toBe(2)
    expect(await codeOf(['--with', 'claude', '--yes'], { DAYBOOK_CLAUDE_BIN: join(machine.home, 'no-such') })).toBe(6)
    // There is no consent to send anything.
    expect(await codeOf(['--with', 'claude'], { DAYBOOK_CLAUDE_BIN: idle(machine) })).toBe(2)
    const gaps = await generate(machine, ['--with', 'claude', '--yes', '--budget', '0', '--fallback', 'gap'], {
      more: { DAYBOOK_CLAUDE_BIN: idle(machine) },
    })
    expect(gaps.code).toBe(8)
    expect(gaps.stdout).toContain('2 turns without evidence')
    expect(await codeOf([])).toBe(0)
  })

  it('daybook diary generate stops at Ctrl-C, ends the program it started and goes on from there the next time', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), talk(2))
    const child = running(['diary', 'generate', '--date', date, '--with', 'claude', '--yes'], machine.home, {
      ...machine.env,
      ...settings,
      DAYBOOK_CLAUDE_BIN: idle(machine),
    })
    const started = join(machine.home, 'started')
    const pid = () => Number(readFileSync(started, 'utf8').trim())
    await expect.poll(pid, soon).toBeGreaterThan(0)
    const { code, stdout } = await child.stop('SIGINT')
    expect(code).toBe(130)
    expect(stdout).toContain(`${date}  cancelled`)
    expect(() => process.kill(pid(), 0)).toThrow('ESRCH')
    expect((await generate(machine, ['--quiet'])).code).toBe(0)
  })
})

/** An agent program that says what it is and then does nothing until it is ended. */
function idle({ home }: AgentHome): string {
  const path = join(home, 'idle-agent')
  const started = JSON.stringify(join(home, 'started'))
  writeFileSync(
    path,
    `#!${process.execPath}
const [flag] = process.argv.slice(2)
if (flag === '--version') console.log('1.0.0')
else if (flag === '--help') console.log('--strict-mcp-config')
else {
  require('node:fs').writeFileSync(${started}, String(process.pid))
  setInterval(() => {}, 1000)
}
`,
  )
  chmodSync(path, 0o700)
  return path
}
