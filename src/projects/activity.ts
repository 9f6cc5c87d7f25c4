import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { ActivityRow } from '../db/tables.ts'

const insert = statement((q, a: Omit<ActivityRow, 'id'>) =>
  q.insertInto('activity').values({
    project_id: a.project_id,
    tick: a.tick,
    ts: a.ts,
    type: a.type,
    session_id: a.session_id,
    seq: a.seq,
    summary: a.summary,
    details: a.details,
  }),
)

/** Adds an entry to the feed all parts share. */
export async function appendActivity(tx: Tx, entry: Omit<ActivityRow, 'id'>): Promise<void> {
  if (tx.engine === 'postgres') {
    // Entries must commit in id order, or a reader of the feed that resumes after an id would miss the late one.
    await tx.raw(`select pg_advisory_xact_lock(4470003), pg_notify('daybook_activity', '')`)
  }
  await tx.run(insert, entry)
}
