import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

const openRecords = statement(q =>
  q
    .selectFrom('records')
    .select(eb => ['project_id', eb.fn.countAll<number>().as('n')])
    .where('state', '=', 'OPEN')
    .where('purged_ts', 'is', null)
    .groupBy('project_id'),
)

/** How many records are open, by project. */
export async function openRecordCounts(tx: Tx): Promise<Map<string, number>> {
  return new Map((await tx.all(openRecords, {})).map(({ project_id, n }) => [project_id, n]))
}
