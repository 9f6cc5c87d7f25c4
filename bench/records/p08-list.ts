import { atMost, milliseconds, ratioFigure } from '../harness/figure.ts'
import { compare, countedRuns, medians, type Taken, takeTurns } from '../harness/runs.ts'
import { median } from '../harness/samples.ts'
import type { Caller } from './caller.ts'
import { counted, type Measure } from './measure.ts'
import { openTwoSizes } from './two-sizes.ts'

export const p08: Measure = {
  id: 'P8',
  about: 'the first page of list_records in a large and in a small store, counting apart',
  async run(bench) {
    const { sizes } = bench
    const { large, small, close } = await openTwoSizes(bench)
    const counting: Taken = { subject: [], baseline: [] }
    const runs = await countedRuns(sizes.runs, async () => {
      const taken = await takeTurns(
        {
          subject: () => listFirstPage(large, counting.subject),
          baseline: () => listFirstPage(small, counting.baseline),
        },
        { calls: sizes.calls(40) },
      )
      return medians(taken)
    })
    await close()
    const measure = `list_records first page, ${counted(sizes.large.records)} vs ${counted(sizes.small.records)} records, p50`
    const work = `200 references a page; counting them all adds ${milliseconds(median(counting.subject))} and ${milliseconds(median(counting.baseline))}`
    return [ratioFigure({ id: 'P8', measure, target: atMost(2), work }, compare(runs))]
  },
}

/** Returns the milliseconds of the call without those that went into counting, which are put aside. */
async function listFirstPage(caller: Caller, counting: number[]): Promise<number> {
  const started = performance.now()
  const { recording } = await caller.record('list_records')
  const whole = performance.now() - started
  const counts = recording.flatMap(({ steps }) => steps).filter(({ text }) => text.startsWith('select count(*)'))
  const [count] = counts
  if (!count || counts.length > 1) throw new Error('list_records no longer counts with one statement.')
  counting.push(count.milliseconds)
  return whole - count.milliseconds
}
