import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { PageInput, pageOf } from '../page.ts'
import { runStatuses } from '../runs/records.ts'
import { allRuns } from '../runs/run-store.ts'
import { RunSummary, summaryOf } from '../runs/shown.ts'

export const roomRunList = roomOperation({
  name: 'room_run_list',
  summary: 'Runs, newest first.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/runs'],
  input: z.strictObject({
    status: z.enum(runStatuses).optional(),
    recipe_id: z.string().max(60).optional(),
    ...PageInput,
  }),
  output: z.object({ runs: z.array(RunSummary), nextCursor: z.string().nullable() }),
  async run({ status, recipe_id, ...paged }, { room }) {
    const all = (await allRuns(room))
      .filter(run => status === undefined || run.status === status)
      .filter(run => recipe_id === undefined || run.recipe_id === recipe_id)
    const { items, nextCursor } = pageOf(all, ({ run_id }) => run_id, paged)
    return { runs: items.map(summaryOf), nextCursor }
  },
})
