import { atMost, ratioFigure } from '../harness/figure.ts'
import { alternate, compare, countedRuns, medians } from '../harness/runs.ts'
import { sizesFor } from '../records/measure.ts'
import { openTwoSizes } from '../records/two-sizes.ts'
import { counted, type Measure } from './measure.ts'

export const q4: Measure = {
  id: 'Q4',
  about: 'context_build in a project of 100,000 records and in one of 1,000',
  async run({ runs: count, calls: scaled, workspace, say }) {
    const sizes = sizesFor(false)
    const { large, small, close } = await openTwoSizes({ sizes, workspace, say })
    const calls = scaled(120)
    const args = { projectId: 'default' }
    const first = performance.now()
    await large.call('context_build', args)
    const cold = performance.now() - first
    const runs = await countedRuns(count, async () =>
      medians(
        await alternate(
          { subject: () => large.call('context_build', args), baseline: () => small.call('context_build', args) },
          { calls },
        ),
      ),
    )
    await close()
    const measure = `context_build at ${counted(sizes.large.records)} vs ${counted(sizes.small.records)} records, p50`
    const work = `${calls} calls a run; the first one, which counts the open records, took ${cold.toFixed(1)} ms`
    return [ratioFigure({ id: 'Q4', measure, target: atMost(1.5), work }, compare(runs))]
  },
}
