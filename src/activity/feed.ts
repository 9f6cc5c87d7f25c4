import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { ActivityRow } from '../db/tables.ts'
import { findProject, visibleProjects } from '../projects/store.ts'
import { recordId } from '../records/record-id.ts'

/** One entry of the feed all parts share; the ten record types look like an ActivityEntry with its project. */
export interface FeedEntry {
  timestamp: string
  type: string
  session_id?: string
  record_id?: string
  summary: string
  details?: unknown
  id: number
  tick: number
  project_id: string
}

export interface FeedPage {
  entries: FeedEntry[]
  /** Where the next page begins: every entry up to here was either given or is not for this reader. */
  cursor: number
}

const pageSize = 500

const page = statement((q, a: { after: number; end: number; projects: string[] }, d) =>
  q
    .selectFrom('activity')
    .selectAll()
    .where('id', '>', a.after)
    .where('id', '<=', a.end)
    .where('project_id', 'in', d.texts(a.projects))
    .orderBy('id')
    .limit(pageSize),
)
const lastId = statement(q => q.selectFrom('activity').select(sql<number | null>`max(id)`.as('id')))

/** Entries after a cursor, oldest first, up to an end that is known to be settled. */
export async function readFeed(
  tx: Tx,
  { principal, project, after, end }: { principal: string; project?: string | undefined; after: number; end: number },
): Promise<FeedPage> {
  const seen =
    project === undefined ? await visibleProjects(tx, principal) : [await findProject(tx, principal, project)]
  const rows = await tx.all(page, { after, end, projects: seen.map(({ id }) => id) })
  const last = rows.length === pageSize ? rows.at(-1) : undefined
  return { entries: rows.map(entryOf), cursor: last?.id ?? end }
}

/**
 * The id up to which the feed will not change any more: each entry is committed, or never will be. SQLite commits in
 * the order of ids. PostgreSQL hands ids out before commit, so a reader must not pass an id that a running transaction
 * may still hold: whoever took one holds the table's insert lock until its commit can be seen.
 */
export async function settledEnd(db: Db, wait: (ms: number) => Promise<unknown>): Promise<number> {
  if (db.engine === 'sqlite') return (await db.read(tx => tx.first(lastId, {})))?.id ?? 0
  const { end, writers } = await db.read(async tx => ({ end: await lastHandedOut(tx), writers: await feedWriters(tx) }))
  let unsettled = writers
  for (let pause = 2; unsettled.size > 0; pause = Math.min(pause * 2, 50)) {
    await wait(pause)
    const running = await db.read(feedWriters)
    unsettled = new Set([...unsettled].filter(writer => running.has(writer)))
  }
  return end
}

function entryOf({ id, project_id, tick, ts, type, session_id, seq, summary, details }: ActivityRow): FeedEntry {
  return {
    timestamp: ts,
    type,
    ...(session_id !== null && { session_id }),
    ...(seq !== null && { record_id: recordId(seq) }),
    summary,
    ...(details !== null && { details: JSON.parse(details) }),
    id,
    tick,
    project_id,
  }
}

/** Asked before feedWriters(): neither heeds the snapshot, and in this order no holder of an id can be overlooked. */
async function lastHandedOut(tx: Tx): Promise<number> {
  const [row] = await tx.raw<{ end: number | null }>(
    `select pg_sequence_last_value(pg_get_serial_sequence('activity', 'id')::regclass) as end`,
  )
  return row?.end ?? 0
}

async function feedWriters(tx: Tx): Promise<Set<string>> {
  const rows = await tx.raw<{ writer: string }>(
    `select virtualtransaction as writer from pg_locks
      where relation = 'activity'::regclass and mode = 'RowExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())`,
  )
  return new Set(rows.map(({ writer }) => writer))
}
