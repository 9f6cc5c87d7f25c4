import { atMost, ratioFigure } from '../harness/figure.ts'
import { openRaw } from '../harness/recorded-statements.ts'
import { alternate, compare, countedRuns, medians } from '../harness/runs.ts'
import { openCaller } from './caller.ts'
import { middles } from './forest.ts'
import { counted, type Measure } from './measure.ts'
import { newRecord } from './new-record.ts'
import { statementsIn } from './raw-replay.ts'
import { storeOf } from './stores.ts'

const openSessions = 5

export const p09: Measure = {
  id: 'P9',
  about: 'get_project_overview in a large store beside its own statements, bare',
  async run({ sizes, workspace, say }) {
    const file = workspace.copyOf(await storeOf(sizes.large, say))
    const caller = await openCaller(file)
    for (const number of middles(sizes.large).slice(0, openSessions)) {
      const { session_id } = await caller.call('activate', { id: `R${number}` })
      await caller.call('create_record', { ...newRecord(number), parent_id: `R${number}`, session_id })
    }
    const { recording } = await caller.record('get_project_overview')
    const raw = openRaw(file)
    const runs = await countedRuns(sizes.runs, async () => {
      const taken = await alternate(
        { subject: () => caller.call('get_project_overview'), baseline: raw.replay(recording) },
        { calls: sizes.calls(40) },
      )
      return medians(taken)
    })
    raw.close()
    await caller.close()
    const measure = `get_project_overview at ${counted(sizes.large.records)} records vs its raw statements, p50`
    const work = `${statementsIn(recording)} statements, ${openSessions} open sessions`
    return [ratioFigure({ id: 'P9', measure, target: atMost(2), work }, compare(runs))]
  },
}
