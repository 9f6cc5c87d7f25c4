import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { ActivityRow } from '../db/tables.ts'
import type { Identity } from '../kernel/call.ts'
import { unwrittenAfter } from '../projects/activity.ts'
import { findProject, visibleProjects } from '../projects/store.ts'
import { recordId } from '../records/record-id.ts'

/** One entry of the feed all parts share; the ten record types look like an ActivityEntry with its project. */
interface FeedEntry {
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

interface FeedPage {
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

/** Entries after a cursor and up to an end, oldest first. */
export async function readFeed(
  tx: Tx,
  { who, project, after, end }: { who: Identity; project?: string | undefined; after: number; end: number },
): Promise<FeedPage> {
  const seen = project === undefined ? await visibleProjects(tx, who) : [await findProject(tx, who, project)]
  const rows = await tx.all(page, { after, end, projects: seen.map(({ id }) => id) })
  const last = rows.length === pageSize ? rows.at(-1) : undefined
  return { entries: rows.map(entryOf), cursor: last?.id ?? end }
}

/** The newest entry's id; others that are still being written may appear before it. */
export async function newestEntry(tx: Tx): Promise<number> {
  return (await tx.first(lastId, {}))?.id ?? 0
}

/**
 * How far the feed can be read: a later transaction that reads up to here finds every entry that there will ever be.
 */
export async function endOfFeed(tx: Tx): Promise<number> {
  const newest = await newestEntry(tx)
  // In this order: what was being written at the first look and no longer is at the second can be read from now on.
  const before = await unwrittenAfter(tx)
  return before === undefined ? newest : Math.min(newest, before)
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
