import { atMost, ratioFigure } from '../harness/figure.ts'
import { sample, seededRandom } from '../harness/random.ts'
import { alternate, compare, countedRuns, medians } from '../harness/runs.ts'
import type { Caller } from './caller.ts'
import { type Forest, middles, storedId } from './forest.ts'
import { counted, type Measure } from './measure.ts'
import { openTwoSizes } from './two-sizes.ts'

/** Different records in one run: as many in both stores, so that only the size of the store differs. */
const recordsPerRun = 20

export const p07: Measure = {
  id: 'P7',
  about: 'activate, update_record and get_record_ref in a large and in a small store',
  async run(bench) {
    const { sizes } = bench
    const stores = await openTwoSizes(bench)
    const large = { caller: stores.large, forest: sizes.large, random: seededRandom(1) }
    const small = { caller: stores.small, forest: sizes.small, random: seededRandom(2) }
    const figures = []
    for (const [operation, prepare] of Object.entries(operations)) {
      const runs = await countedRuns(sizes.runs, async () => {
        const [subject, baseline] = [await prepare(large), await prepare(small)]
        const taken = await alternate({ subject: subject.call, baseline: baseline.call }, { calls: sizes.calls(200) })
        await subject.end()
        await baseline.end()
        return medians(taken)
      })
      const measure = `${operation} at ${counted(sizes.large.records)} vs ${counted(sizes.small.records)} records, p50`
      const work = `${recordsPerRun} random records a run, ${sizes.calls(200)} calls`
      figures.push(ratioFigure({ id: 'P7', measure, target: atMost(1.5), work }, compare(runs)))
    }
    await stores.close()
    return figures
  },
}

interface Store {
  caller: Caller
  forest: Forest
  random: () => number
}

interface Prepared {
  call(at: number): Promise<unknown>
  end(): Promise<unknown>
}

const operations: Record<string, (store: Store) => Promise<Prepared>> = {
  async activate({ caller, forest, random }) {
    const ids = sample(middles(forest), recordsPerRun, random).map(storedId)
    const { session_id } = await caller.call('activate', { id: ids[0] })
    return {
      call: at => caller.call('activate', { id: ids[at % ids.length], session_id }),
      end: () => caller.call('close_session', { session_id }),
    }
  },
  async update_record({ caller, forest, random }) {
    const ids = anyRecords(forest, random)
    const { session_id } = await caller.call('activate', { id: ids[0] })
    for (const id of ids) await caller.call('activate', { id, session_id })
    return {
      call: at => {
        const body = `Changed by the benchmark, call ${at} of a run begun at ${performance.timeOrigin + performance.now()}.`
        return caller.call('update_record', { id: ids[at % ids.length], body, session_id })
      },
      end: () => caller.call('close_session', { session_id }),
    }
  },
  async get_record_ref({ caller, forest, random }) {
    const ids = anyRecords(forest, random)
    return { call: at => caller.call('get_record_ref', { id: ids[at % ids.length] }), end: async () => {} }
  },
}

function anyRecords({ records }: Forest, random: () => number): string[] {
  return Array.from({ length: recordsPerRun }, () => storedId(1 + Math.floor(random() * records)))
}
