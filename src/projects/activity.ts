import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { insertInto } from '../db/table-statements.ts'
import type { ActivityRow } from '../db/tables.ts'

const insert = insertInto('activity', ['project_id', 'tick', 'ts', 'type', 'session_id', 'seq', 'summary', 'details'])

/** The upper part of the keys of these locks; the lower 40 bits are an id. */
const lockClass = 4470003

/**
 * Entries get their ids when they are written and are seen when they are committed, so a lower id may appear after a
 * higher one. Each transaction therefore says first, by a lock that never blocks and that ends with it, which ids
 * were given out before its own; readers go no further than the lowest of these. The entry takes its id only when the
 * row of the lock has come.
 */
const insertMarked = statement(
  (_, a: Omit<ActivityRow, 'id'>) => sql`with marked as materialized (
      select pg_advisory_xact_lock_shared((${sql.lit(lockClass)}::bigint << 40) | (last_value - (not is_called)::int))
      from activity_id_seq)
    insert into activity (project_id, tick, ts, type, session_id, seq, summary, details)
    select ${a.project_id}::text, ${a.tick}::bigint, ${a.ts}::timestamptz, ${a.type}::text, ${a.session_id}::text,
      ${a.seq}::bigint, ${a.summary}::text, ${a.details}::text from marked`,
)

type NewActivity = Pick<ActivityRow, 'project_id' | 'tick' | 'ts' | 'type' | 'summary'> &
  Partial<Pick<ActivityRow, 'session_id' | 'seq'>> & { details?: object | undefined }

/** Adds an entry to the feed all parts share. */
export async function appendActivity(tx: Tx, { session_id = null, seq = null, details, ...entry }: NewActivity) {
  const row = { ...entry, session_id, seq, details: details ? JSON.stringify(details) : null }
  await tx.send(tx.engine === 'postgres' ? insertMarked : insert, row)
  tx.announce()
}

/**
 * All entries still being written on PostgreSQL have higher ids than this; undefined when none is being written, and
 * always on SQLite, which has one writer at a time.
 */
export async function unwrittenAfter(tx: Tx): Promise<number | undefined> {
  if (tx.engine === 'sqlite') return undefined
  const [row] = await tx.raw<{ id: number | null }>(lowestPlace)
  return row?.id ?? undefined
}

// The key of such a lock is shown in two halves.
const lowestPlace = `select min((classid::bigint << 32 | objid::bigint) & ((1::bigint << 40) - 1)) as id from pg_locks
  where locktype = 'advisory' and objsubid = 1 and classid::bigint >> 8 = ${lockClass}
    and database = (select oid from pg_database where datname = current_database())`
