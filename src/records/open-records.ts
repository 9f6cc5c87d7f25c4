import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { RecordRow } from '../db/tables.ts'

/** What others may show of a record that waits for an answer. */
export type OpenRecord = Pick<RecordRow, 'id' | 'type' | 'title' | 'summary' | 'version' | 'modified_tick'>

const newest = statement((q, a: { project: string; limit: number }) =>
  q
    .selectFrom('records')
    .select(['id', 'type', 'title', 'summary', 'version', 'modified_tick'])
    .where('project_id', '=', a.project)
    .where('state', '=', 'OPEN')
    .where('purged_ts', 'is', null)
    .orderBy('modified_tick', 'desc')
    .limit(a.limit),
)
const count = statement((q, a: { project: string }) =>
  q
    .selectFrom('records')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('project_id', '=', a.project)
    .where('state', '=', 'OPEN')
    .where('purged_ts', 'is', null),
)

/** The open records of a project, latest modified first, and how many there are. */
export async function openRecords(tx: Tx, project: string, limit: number) {
  const shown: OpenRecord[] = await tx.all(newest, { project, limit })
  // Fewer than asked for are all there are, and need no counting.
  if (shown.length < limit) return { shown, total: shown.length }
  return { shown, total: (await tx.first(count, { project }))?.n ?? shown.length }
}
