import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workers } from '../crash/processes.ts'
import { codexFixtures } from '../fixtures/transcripts/codex/fixtures.ts'
import { tempHome } from '../support/tempdir.ts'
import { ledger, treeOf } from './build-workspace.ts'
import type { Command } from './clerk.ts'
import { date, generated, hang, type Program, producedBy, programWith, scripted, soon } from './generating.ts'
import { agentHome, fixture, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

const start = workers<Command>('test/diary/clerk.ts')
const rounds = Math.min(100, Number(process.env.DAYBOOK_CRASH_ROUNDS ?? 12))
const timezone = 'Asia/Shanghai'

/** The transcripts of one machine, and programs that look at them from homes of their own. */
function machines() {
  const made = agentHome()
  for (const name of ['c1-basic', 'c2-mixed-results', 'c5-parallel']) settledFile(made.claude(name), fixture(name))
  for (const [name, bytes] of Object.entries(codexFixtures)) settledFile(made.codex(name), bytes)
  return () => openProgram({ ...made, home: tempHome() })
}

/** What a killed process left half written lies beside the files until it is swept, and is no part of them. */
const made = ({ workspace }: Program) => ({
  ...Object.fromEntries(Object.entries(treeOf(join(workspace(), 'projects'))).filter(([name]) => !/\.tmp$/.test(name))),
  ...Object.fromEntries(
    ['daily-report.json', 'report.md', 'report.html'].map(name => [
      name,
      readFileSync(join(workspace(), name), 'utf8'),
    ]),
  ),
})

describe('A generation killed with SIGKILL', () => {
  it('ends in the same bytes when it is run again', async () => {
    const open = machines()
    const undisturbed = await open()
    expect(await generated(undisturbed)).toMatchObject({ state: 'complete' })
    const whole = made(undisturbed)
    let killed = 0
    for (let round = 0; round < rounds; round++) {
      const program = await open()
      const { home, surroundings } = program.machine
      const clerk = start()
      await clerk.ask({ do: 'open', home, root: program.workspace(), surroundings })
      await clerk.ask({ do: 'die', at: 1 + Math.round((round * 400) / rounds) })
      clerk.send({ do: 'calls', calls: [{ name: 'diary_generate', args: { date, timezone } }] })
      await clerk.end()
      const status = await program.call('diary_status', { date })
      if (status.run?.state !== 'complete') killed++
      if (status.run?.state === 'running') {
        // Nobody is left to go on with it, and whoever asks is told so.
        expect(await program.call('diary_run', { run_id: status.run.run_id })).toMatchObject({ state: 'failed' })
      }
      expect(await generated(program)).toMatchObject({ state: 'complete' })
      expect(made(program)).toEqual(whole)
    }
    expect(killed).toBeGreaterThan(rounds / 3)
  })
})

describe('A run of another process', () => {
  it('can be looked at and cancelled', async () => {
    const program = await programWith(3)
    const { home, surroundings } = program.machine
    const clerk = start()
    await clerk.ask({ do: 'open', home, root: program.workspace(), surroundings })
    const ask = async (name: string, args: object) => clerk.ask({ do: 'calls', calls: [{ name, args }] })
    const run = await producedBy(program, scripted({ evidence: hang }), {
      async meanwhile(run_id) {
        const task = { id: `evidence:${ledger}:S0001:T0001`, state: 'running' }
        await expect
          .poll(() => ask('diary_run', { run_id }), soon)
          .toMatchObject({
            state: 'running',
            tasks: expect.arrayContaining([expect.objectContaining(task)]),
          })
        expect(await ask('diary_cancel', { run_id })).toEqual({ status: 'ok' })
      },
    })
    expect(run.state).toBe('cancelled')
    expect(await ask('diary_run', { run_id: run.run_id })).toMatchObject({ state: 'cancelled' })
    await clerk.end()
  })
})
