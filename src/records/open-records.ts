import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { countIn } from '../db/table-statements.ts'
import type { ProjectRow, RecordRow } from '../db/tables.ts'

/** What other parts show of an open record. */
export type OpenRecord = Pick<RecordRow, 'id' | 'type' | 'title' | 'summary' | 'version' | 'modified_tick'>

/** The open records of a project, latest modified first, and how many there are. */
export type OpenRecords = (
  tx: Tx,
  project: Pick<ProjectRow, 'id' | 'tick'>,
  limit: number,
) => Promise<{ shown: OpenRecord[]; total: number }>

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
const count = countIn('records', { where: ['project_id', 'state'], isNull: ['purged_ts'] })

/** More projects than one process is likely to serve at a time. */
const maxCached = 256

/** Every change of a record moves its project's tick, so a count is valid as long as the tick is the same. */
export function openRecordReader(): OpenRecords {
  const counted = new Map<string, { tick: number; total: number }>()

  return async (tx, { id: project, tick }, limit) => {
    const shown: OpenRecord[] = await tx.all(newest, { project, limit })
    // Fewer than the limit are all there are.
    if (shown.length < limit) return { shown, total: shown.length }
    const known = counted.get(project)
    if (known?.tick === tick) return { shown, total: known.total }
    const total = (await tx.first(count, { project_id: project, state: 'OPEN' }))?.n ?? shown.length
    counted.delete(project)
    counted.set(project, { tick, total })
    const [oldest] = counted.keys()
    if (counted.size > maxCached && oldest !== undefined) counted.delete(oldest)
    return { shown, total }
  }
}
