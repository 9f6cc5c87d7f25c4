import { join } from 'node:path'
import { atMost, ratioFigure } from '../harness/figure.ts'
import { openRaw, type Recording } from '../harness/recorded-statements.ts'
import { compare, countedRuns } from '../harness/runs.ts'
import { timed } from '../harness/samples.ts'
import { makeWhole } from '../harness/whole-file.ts'
import { openCaller } from '../records/caller.ts'
import { entries } from './entries.ts'
import { counted, type Measure } from './measure.ts'

export const q9: Measure = {
  id: 'Q9',
  about: 'importing 1,000 projects beside inserting the same rows in one transaction',
  async run({ runs: count, workspace }) {
    const start = join(workspace.folder('start'), 'daybook.db')
    await (await openCaller(start)).close()
    makeWhole(start)
    const args = { json: JSON.stringify(entries(1000)), dry_run: false }
    const recorded = await openCaller(workspace.copyOf(start))
    const inserts = insertsOf((await recorded.record('project_import', args)).recording)
    await recorded.close()
    const rows = inserts.reduce((total, { steps }) => total + steps.length, 0)
    const runs = await countedRuns(count, async () => {
      const caller = await openCaller(workspace.copyOf(start))
      const raw = openRaw(workspace.copyOf(start))
      const play = raw.replay(inserts)
      const subject = await timed(() => caller.call('project_import', args))
      const baseline = await timed(play)
      await caller.close()
      raw.close()
      return { subject, baseline }
    })
    const work = `${counted(rows)} rows in one transaction; ids, limits and conflicts are checked on one side only`
    const measure = 'import of 1,000 projects vs inserting the same rows, wall time'
    return [ratioFigure({ id: 'Q9', measure, target: atMost(3), work }, compare(runs))]
  },
}

function insertsOf(recording: Recording): Recording {
  return recording
    .map(({ begin, steps }) => ({ begin, steps: steps.filter(({ text }) => text.startsWith('insert')) }))
    .filter(({ steps }) => steps.length > 0)
}
