import { atLeast, digits, ratioFigure } from '../harness/figure.ts'
import { alternate, compare, countedRuns } from '../harness/runs.ts'
import { sum } from '../harness/samples.ts'
import { openCaller } from './caller.ts'
import type { Measure } from './measure.ts'
import { newRecord } from './new-record.ts'
import { openCopies, recordRun, statementsIn } from './raw-replay.ts'
import { storeOf } from './stores.ts'

export const p02: Measure = {
  id: 'P2',
  about: 'create_record in process beside its own statements, bare',
  async run({ sizes, workspace, say }) {
    const start = workspace.copyOf(await storeOf(sizes.small, say))
    const setup = await openCaller(start)
    const { session_id } = await setup.call('activate', { id: 'R002' })
    await setup.close()

    const calls = sizes.calls(400)
    const argsOf = (call: number) => ({ ...newRecord(call), parent_id: 'R002', session_id })
    const recorded = await recordRun(
      workspace,
      start,
      Array.from({ length: calls }, (_, call) => ({ operation: 'create_record', args: argsOf(call) })),
    )
    let rows = 0
    const runs = await countedRuns(sizes.runs, async () => {
      const { caller, raw, finish } = await openCopies(workspace, recorded)
      const taken = await alternate(
        { subject: call => caller.call('create_record', argsOf(call)), baseline: call => raw[call]?.() },
        // In blocks, so that each side pays for the garbage it makes.
        { calls, block: 50 },
      )
      rows = await finish()
      const perSecond = (samples: number[]) => (samples.length * 1000) / sum(samples)
      return { subject: perSecond(taken.subject), baseline: perSecond(taken.baseline) }
    })
    const work = `${statementsIn(recorded.recordings.at(-1) ?? [])} statements, ${digits(rows)} rows a call; every commit synced`
    return [
      ratioFigure(
        {
          id: 'P2',
          measure: 'create_record vs raw statements, throughput',
          target: atLeast(0.5),
          work,
          show: value => `${digits(value)}/s`,
        },
        compare(runs),
      ),
    ]
  },
}
