import { join } from 'node:path'
import { atLeast, digits, ratioFigure } from '../harness/figure.ts'
import { alternate, compare, countedRuns } from '../harness/runs.ts'
import { sum } from '../harness/samples.ts'
import { openCaller } from '../records/caller.ts'
import { openCopies, recordRun, statementsIn } from '../records/raw-replay.ts'
import { counted, type Measure } from './measure.ts'

export const q5: Measure = {
  id: 'Q5',
  about: 'context_summarize in process beside its own statements, bare',
  async run({ runs: count, calls: scaled, workspace }) {
    const start = join(workspace.folder('start'), 'daybook.db')
    await (await openCaller(start)).close()
    const calls = scaled(200)
    const argsOf = (n: number) => ({
      projectId: 'default',
      summary: `Summary ${n}. ${'What was done and decided. '.repeat(70)}`,
    })
    const recorded = await recordRun(
      workspace,
      start,
      Array.from({ length: calls }, (_, n) => ({ operation: 'context_summarize', args: argsOf(n) })),
    )
    let rows = 0
    const runs = await countedRuns(count, async () => {
      const { caller, raw, finish } = await openCopies(workspace, recorded)
      const taken = await alternate(
        { subject: n => caller.call('context_summarize', argsOf(n)), baseline: n => raw[n]?.() },
        // In blocks, so that each side pays for the garbage it makes.
        { calls, block: 25 },
      )
      rows = await finish()
      const perSecond = (samples: number[]) => (samples.length * 1000) / sum(samples)
      return { subject: perSecond(taken.subject), baseline: perSecond(taken.baseline) }
    })
    const work = `${counted(calls)} summaries of 2 kB a run; ${statementsIn(recorded.recordings.at(-1) ?? [])} statements, ${digits(rows)} rows each; every commit synced`
    const measure = 'context_summarize vs raw statements, throughput'
    return [
      ratioFigure(
        { id: 'Q5', measure, target: atLeast(0.5), work, show: value => `${digits(value)}/s` },
        compare(runs),
      ),
    ]
  },
}
