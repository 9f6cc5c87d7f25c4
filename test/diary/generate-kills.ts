import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { codexFixtures } from '../fixtures/transcripts/codex/fixtures.ts'
import { tempHome } from '../support/tempdir.ts'
import { treeOf } from './build-workspace.ts'
import { date, generated, type Program } from './generating.ts'
import { agentHome, fixture, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'
import type { startWriters } from './workspace-kills.ts'

/** A generation is killed at each of these points where it asks something of the file system; all but the last amid it. */
export async function killAmidGeneration(start: ReturnType<typeof startWriters>, points: number[]): Promise<void> {
  const open = machines()
  const undisturbed = await open()
  expect(await generated(undisturbed)).toMatchObject({ state: 'complete' })
  const whole = made(undisturbed)
  let killed = 0
  for (const at of points) {
    const program = await open()
    const { home, environment } = program.machine
    const writer = start()
    await writer.ask({ do: 'open', home, root: program.workspace(), environment })
    await writer.ask({ do: 'die', at })
    writer.send({ do: 'calls', calls: [{ name: 'diary_generate', args: { date, timezone: 'Asia/Shanghai' } }] })
    await writer.end()
    const status = await program.call('diary_status', { date })
    if (status.run?.state !== 'complete') killed++
    if (status.run?.state === 'running') {
      // No process is left to go on with it, and its state says so.
      expect(await program.call('diary_run', { run_id: status.run.run_id })).toMatchObject({ state: 'failed' })
    }
    expect(await generated(program)).toMatchObject({ state: 'complete' })
    expect(made(program)).toEqual(whole)
  }
  expect(killed).toBeGreaterThan(points.length / 3)
}

/** The transcripts of one machine, and programs that look at them from homes of their own. */
function machines() {
  const made = agentHome()
  for (const name of ['c1-basic', 'c2-mixed-results', 'c5-parallel']) settledFile(made.claude(name), fixture(name))
  for (const [name, bytes] of Object.entries(codexFixtures)) settledFile(made.codex(name), bytes)
  return () => openProgram({ ...made, home: tempHome() })
}

/** What a killed process left half written is beside the files until it is swept, and is not part of them. */
const made = ({ workspace }: Program) => ({
  ...Object.fromEntries(Object.entries(treeOf(join(workspace(), 'projects'))).filter(([name]) => !/\.tmp$/.test(name))),
  ...Object.fromEntries(
    ['daily-report.json', 'report.md', 'report.html'].map(name => [
      name,
      readFileSync(join(workspace(), name), 'utf8'),
    ]),
  ),
})
