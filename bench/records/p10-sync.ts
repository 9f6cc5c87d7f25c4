import { atMost, ratioFigure } from '../harness/figure.ts'
import { sample, seededRandom } from '../harness/random.ts'
import { alternate, compare, countedRuns, medians } from '../harness/runs.ts'
import type { Caller } from './caller.ts'
import { middles, storedId } from './forest.ts'
import { counted, type Measure } from './measure.ts'
import { openTwoSizes } from './two-sizes.ts'

const foreignChanges = 100

export const p10: Measure = {
  id: 'P10',
  about: 'sync_session with 100 foreign changes late and early in the life of a project',
  async run(bench) {
    const { sizes } = bench
    const { large, small, close } = await openTwoSizes(bench)
    const random = seededRandom(10)
    const calls = sizes.calls(32)
    const runs = await countedRuns(sizes.runs, async index => {
      const subject = await leaveBehind(large, sizes.large.records, calls, index)
      const baseline = await leaveBehind(small, sizes.small.records, calls, index)
      const taken = await alternate(
        { subject: call => sync(large, subject[call]), baseline: call => sync(small, baseline[call]) },
        { calls },
      )
      return medians(taken)
    })
    await close()
    const measure = `sync_session, ${foreignChanges} foreign changes after ${counted(sizes.large.records)} vs ${counted(sizes.small.records)} ticks, p50`
    const work = `${foreignChanges} entries an answer, ${calls} sessions a run`
    return [ratioFigure({ id: 'P10', measure, target: atMost(1.5), work }, compare(runs))]

    /** Sessions that know everything up to now, and then changes by another one. */
    async function leaveBehind(caller: Caller, records: number, sessions: number, run: number): Promise<string[]> {
      const [first = 1] = sample(middles({ ...sizes.small, records }), 1, random)
      const behind: string[] = []
      for (let at = 0; at < sessions; at++)
        behind.push((await caller.call('activate', { id: storedId(first) })).session_id)
      const changed = spread(records).map(storedId)
      const { session_id } = await caller.call('activate', { id: changed[0] })
      for (const id of changed) {
        await caller.call('activate', { id, session_id })
        await caller.call('update_record', { id, body: `Changed while others slept, run ${run}.`, session_id })
      }
      return behind
    }

    function spread(records: number): number[] {
      const offset = Math.floor(random() * (records / foreignChanges))
      return Array.from({ length: foreignChanges }, (_, at) => 1 + offset + Math.floor((at * records) / foreignChanges))
    }
  },
}

async function sync(caller: Caller, session_id: string | undefined): Promise<void> {
  const { changes, more } = await caller.call('sync_session', { session_id })
  if (changes.length !== foreignChanges || more) throw new Error(`${changes.length} changes were reported.`)
}
