import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { SessionRow } from '../../db/tables.ts'
import type { Detail, ForeignRow } from '../sync-window.ts'

const foreignPage = statement(
  (q, a: { project: string; session: string; after: number; upTo: number; limit: number }) =>
    q
      .selectFrom('changes')
      .select(['tick', 'kind', 'seq', 'version', 'session_id'])
      .where('project_id', '=', a.project)
      .where('tick', '>', a.after)
      .where('tick', '<=', a.upTo)
      .where('session_id', '<>', a.session)
      .where('seq', 'is not', null)
      .orderBy('tick')
      .limit(a.limit),
)

const pageSize = 2000

/** Foreign rows after the sync point, in tick order, read only as far as one answer can reach. */
export async function loadForeignRows(
  tx: Tx,
  session: SessionRow,
  upTo: number,
  limit: number,
  detail: Detail,
): Promise<ForeignRow[]> {
  const rows: ForeignRow[] = []
  const reported = new Set<string>()
  for (let after = session.last_sync_tick; reported.size <= limit; ) {
    const page = await tx.all(foreignPage, {
      project: session.project_id,
      session: session.id,
      after,
      upTo,
      limit: pageSize,
    })
    for (const row of page) {
      if (row.seq === null) continue
      rows.push({ ...row, seq: row.seq })
      reported.add(detail === 'all' ? String(row.tick) : `${row.seq} ${row.kind}`)
    }
    after = page.at(-1)?.tick ?? upTo
    if (page.length < pageSize) break
  }
  return rows
}
