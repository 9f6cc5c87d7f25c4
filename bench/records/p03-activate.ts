import { atMost, digits, ratioFigure } from '../harness/figure.ts'
import { alternate, compare, countedRuns, medians } from '../harness/runs.ts'
import { openCaller } from './caller.ts'
import type { Measure } from './measure.ts'
import { openCopies, recordRun, statementsIn } from './raw-replay.ts'
import { storeOf } from './stores.ts'

export const p03: Measure = {
  id: 'P3',
  about: 'activate with 10 open children and 40 grandchildren beside its own statements, bare',
  async run({ sizes, workspace, say }) {
    const forest = { records: 1040, shape: { children: 10, grandchildrenEach: 4 } }
    const start = workspace.copyOf(await storeOf(forest, say))
    const setup = await openCaller(start)
    const { session_id, context } = await setup.call('activate', { id: 'R002' })
    const { open_total } = context.children
    if (!context.parent || open_total !== 10 || context.grandchildren_total !== 40) {
      throw new Error('The bundle is not the one to be measured.')
    }
    await setup.close()

    const calls = sizes.calls(200)
    const call = { operation: 'activate', args: { id: 'R002', session_id } }
    const recorded = await recordRun(
      workspace,
      start,
      Array.from({ length: calls }, () => call),
    )
    let rows = 0
    const runs = await countedRuns(sizes.runs, async () => {
      const { caller, raw, finish } = await openCopies(workspace, recorded)
      const taken = await alternate(
        { subject: () => caller.call(call.operation, call.args), baseline: at => raw[at]?.() },
        { calls },
      )
      rows = await finish()
      return medians(taken)
    })
    const work = `${statementsIn(recorded.recordings.at(-1) ?? [])} statements, ${digits(rows)} rows written a call`
    return [
      ratioFigure({ id: 'P3', measure: 'activate vs the same SQL raw, p50', target: atMost(2), work }, compare(runs)),
    ]
  },
}
