import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { appendActivity } from '../../projects/activity.ts'
import { type ActivityType, activityTypes } from '../activity-types.ts'

interface Filter {
  project: string
  types: readonly string[]
  since: string
  before: number
  limit: number
  seq: number
  session: string
}

/** Newest first; narrowed to a record, a session or both where asked, each through its own index. */
function newestEntries(by: { record: boolean; session: boolean }) {
  return statement((q, a: Filter, d) =>
    q
      .selectFrom('activity')
      .leftJoin('records', join => join.onRef('records.seq', '=', 'activity.seq').on('records.purged_ts', 'is', null))
      .selectAll('activity')
      .select('records.title as record_title')
      .where('activity.project_id', '=', a.project)
      .where('activity.type', 'in', d.texts(a.types))
      .where('activity.ts', '>=', d.time(a.since))
      .where('activity.id', '<', a.before)
      .$if(by.record, narrowed => narrowed.where('activity.seq', '=', a.seq))
      .$if(by.session, narrowed => narrowed.where('activity.session_id', '=', a.session))
      .orderBy('activity.id', 'desc')
      .limit(a.limit),
  )
}

const ofProject = newestEntries({ record: false, session: false })
const ofRecord = newestEntries({ record: true, session: false })
const ofSession = newestEntries({ record: false, session: true })
const ofBoth = newestEntries({ record: true, session: true })

export interface NewActivity {
  project: string
  tick: number
  ts: string
  type: ActivityType
  session: string
  seq?: number
  summary: string
  details?: object
}

export function logActivity(tx: Tx, { project, session, ...entry }: NewActivity): Promise<void> {
  return appendActivity(tx, { ...entry, project_id: project, session_id: session })
}

export const beginningOfTime = '0001-01-01T00:00:00.000Z'

interface ActivityQuery {
  project: string
  types?: readonly string[] | undefined
  since?: string | undefined
  before?: number | undefined
  limit: number
  seq?: number | undefined
  session?: string | undefined
}

export async function loadActivity(tx: Tx, { project, types, since, before, limit, seq, session }: ActivityQuery) {
  const entries =
    seq === undefined ? (session === undefined ? ofProject : ofSession) : session === undefined ? ofRecord : ofBoth
  return tx.all(entries, {
    project,
    // An empty filter matches all types of this part; the feed also has entries of other parts.
    types: types && types.length > 0 ? types : activityTypes,
    since: since ?? beginningOfTime,
    before: before ?? Number.MAX_SAFE_INTEGER,
    limit,
    seq: seq ?? 0,
    session: session ?? '',
  })
}
