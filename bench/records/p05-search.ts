import { atMost, ratioFigure } from '../harness/figure.ts'
import { alternate, compare, countedRuns, medians } from '../harness/runs.ts'
import type { Caller } from './caller.ts'
import { rareHits, rareWords } from './forest.ts'
import { counted, type Measure } from './measure.ts'
import { openTwoSizes } from './two-sizes.ts'

export const p05: Measure = {
  id: 'P5',
  about: 'search_records with the same number of hits in a large and in a small store',
  async run(bench) {
    const { sizes } = bench
    const { large, small, close } = await openTwoSizes(bench)
    const search = (caller: Caller) => async (call: number) => {
      const { total } = await caller.call('search_records', { query: rareWords[call % rareWords.length] })
      if (total !== rareHits) throw new Error(`${total} records were found instead of ${rareHits}.`)
    }
    const runs = await countedRuns(sizes.runs, async () => {
      const taken = await alternate({ subject: search(large), baseline: search(small) }, { calls: sizes.calls(200) })
      return medians(taken)
    })
    await close()
    const measure = `search_records with ${rareHits} hits, ${counted(sizes.large.records)} vs ${counted(sizes.small.records)} records, p50`
    const work = `${rareWords.length} words in turn, 20 hits delivered with snippets`
    return [ratioFigure({ id: 'P5', measure, target: atMost(3), work }, compare(runs))]
  },
}
