import { describe, expect, it } from 'vitest'
import { ledger } from './build-workspace.ts'
import { hang, producedBy, programWith, scripted, soon } from './generating.ts'
import { startWriters } from './workspace-kills.ts'

const start = startWriters()

describe('A run of another process', () => {
  it('A run of another process can be looked at and cancelled', async () => {
    const program = await programWith(3)
    const { home, environment } = program.machine
    const writer = start()
    await writer.ask({ do: 'open', home, root: program.workspace(), environment })
    const ask = async (name: string, args: object) => writer.ask({ do: 'calls', calls: [{ name, args }] })
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
    await writer.end()
  })
})
