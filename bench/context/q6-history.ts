import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { changeProject } from '../../src/context/store/projects.ts'
import { localPrincipal } from '../../src/projects/roles.ts'
import { atMost, ratioFigure } from '../harness/figure.ts'
import { alternate, compare, countedRuns, medians } from '../harness/runs.ts'
import type { Workspace } from '../harness/workspace.ts'
import { callsOn } from './calls-on.ts'
import { counted, type Measure } from './measure.ts'

export const q6: Measure = {
  id: 'Q6',
  about: 'context_summarize after 10,000 summaries and after 10',
  async run({ runs: count, calls: scaled, workspace }) {
    const large = await storeWith(workspace, 10_000)
    const small = await storeWith(workspace, 10)
    const [long, short] = [callsOn(large), callsOn(small)]
    const calls = scaled(150)
    let n = 0
    const summary = () => ({
      projectId: 'default',
      summary: `Then ${n++}. ${'What was done and decided. '.repeat(70)}`,
    })
    const runs = await countedRuns(count, async () =>
      medians(
        await alternate(
          {
            subject: () => long('context_summarize', summary()),
            baseline: () => short('context_summarize', summary()),
          },
          { calls },
        ),
      ),
    )
    const { total } = await short('context_history', { projectId: 'default', limit: 1 })
    await large.close()
    await small.close()
    const work = `${counted(calls)} calls a run; the short history has grown to ${counted(total)} by the end`
    const measure = 'context_summarize after 10,000 vs 10 summaries, p50'
    return [ratioFigure({ id: 'Q6', measure, target: atMost(1.2), work }, compare(runs))]
  },
}

async function storeWith(workspace: Workspace, summaries: number) {
  const app = await openApp({ location: join(workspace.folder('history'), 'daybook.db') })
  const author = { principal: localPrincipal, source: 'context_summarize', now: new Date().toISOString() } as const
  await app.db.write(async tx => {
    for (let n = 0; n < summaries; n++) {
      await changeProject(
        tx,
        'default',
        { customData: { recentEvents: `Before ${n}. ${'Done. '.repeat(300)}` } },
        author,
      )
    }
  })
  return app
}
