import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { pageOf, paging } from '../platform/page.ts'
import { runStatuses } from '../runs/records.ts'
import { allRuns } from '../runs/run-store.ts'
import { RunSummary, summaryOf } from '../runs/shown.ts'

export const roomRunList = roomOperation({
  name: 'room_run_list',
  summary: 'Runs, newest first.',
  effect: 'read',
  audience: 'people',
  routes: ['GET /api/runs'],
  input: z.strictObject({
    status: z.enum(runStatuses).optional(),
    recipe_id: z.string().max(60).optional(),
    ...paging,
  }),
  output: z.object({ runs: z.array(RunSummary), nextCursor: z.string().nullable() }),
  async run({ status, recipe_id, ...paged }, { call, rooms }) {
    const all = (await allRuns(await rooms.of(call, 'reader')))
      .filter(run => status === undefined || run.status === status)
      .filter(run => recipe_id === undefined || run.recipe_id === recipe_id)
    const { page, nextCursor } = pageOf(all, paged, ({ run_id }) => run_id)
    return { runs: page.map(summaryOf), nextCursor }
  },
})
