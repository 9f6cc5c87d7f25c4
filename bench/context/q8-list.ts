import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { atMost, ratioFigure } from '../harness/figure.ts'
import { alternate, compare, countedRuns, medians } from '../harness/runs.ts'
import { openCaller } from '../records/caller.ts'
import { entries } from './entries.ts'
import { counted, type Measure } from './measure.ts'

export const q8: Measure = {
  id: 'Q8',
  about: 'project_list with 1,000 projects beside its statement and the encoding',
  async run({ runs: count, calls: scaled, workspace }) {
    const file = join(workspace.folder('list'), 'daybook.db')
    const caller = await openCaller(file)
    await caller.call('project_import', { json: JSON.stringify(entries(1000)), dry_run: false })
    const { answer, recording } = await caller.record('project_list')
    const steps = recording.flatMap(transaction => transaction.steps)
    const bare = new DatabaseSync(file)
    // Bound before by the store's own driver: texts, numbers and nulls.
    const statements = steps.map(({ text, values }) => ({ statement: bare.prepare(text), values: values as string[] }))
    const calls = scaled(100)
    const runs = await countedRuns(count, async () =>
      medians(
        await alternate(
          {
            subject: async () => JSON.stringify(await caller.call('project_list')),
            baseline: () => JSON.stringify(statements.map(({ statement, values }) => statement.all(...values))),
          },
          { calls, block: 10 },
        ),
      ),
    )
    bare.close()
    await caller.close()
    const work = `${counted(answer.count)} projects, ${counted(JSON.stringify(answer).length)} bytes of JSON; ${steps.length} statement${steps.length === 1 ? '' : 's'}`
    const measure = 'project_list vs its raw statement and JSON encoding, p50'
    return [ratioFigure({ id: 'Q8', measure, target: atMost(2), work }, compare(runs))]
  },
}
