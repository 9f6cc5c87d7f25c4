import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { SessionRow } from '../../db/tables.ts'
import { groupBy } from '../../kernel/group.ts'

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

/** A change row of another session that names a record. */
export interface ForeignRow {
  tick: number
  kind: string
  seq: number
  version: number | null
  session_id: string
}

export type Detail = 'net' | 'all'

/**
 * How far one answer reaches: the largest tick up to which the rows hold at most `limit` distinct (record, kind) pairs,
 * or rows when every row is reported. Rows come in tick order and may end early once the limit is passed.
 */
export function windowEnd(rows: ForeignRow[], projectTick: number, limit: number, detail: Detail): number {
  const reported = new Set<string>()
  for (const row of rows) {
    reported.add(detail === 'all' ? String(row.tick) : `${row.seq} ${row.kind}`)
    if (reported.size > limit) return row.tick - 1
  }
  return projectTick
}

/** The foreign rows of one record within the window, in tick order. */
export interface RecordRows {
  seq: number
  rows: ForeignRow[]
  /** The version just before the first row; 0 when the first row created the record. */
  baseline: number
  /** The version of the last row; undefined when the record was purged. */
  result: number | undefined
}

export function rowsByRecord(rows: ForeignRow[]): RecordRows[] {
  return [...groupBy(rows, ({ seq }) => seq)].map(([seq, own]) => ({
    seq,
    rows: own,
    baseline: (own[0]?.version ?? 1) - 1,
    result: own.at(-1)?.version ?? undefined,
  }))
}
