import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { SessionRow } from '../db/tables.ts'
import { projectById } from '../projects/store.ts'
import { sessionNotFound } from './locate.ts'
import { logActivity } from './store/activity.ts'
import { activeSeqs, clearSession, lockSession, saveSession } from './store/sessions.ts'
import { changedBy } from './store/versions.ts'

const foreignChanges = statement((q, a: { project: string; session: string; after: number }) =>
  q
    .selectFrom('changes')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('project_id', '=', a.project)
    .where('tick', '>', a.after)
    .where('session_id', '<>', a.session)
    .where('seq', 'is not', null),
)

interface ClosedSession {
  session: SessionRow
  tick: number
  /** In activation order. */
  deactivated: number[]
  unsaved: number[]
  unsynced: number
}

/** Ends a session; what it wrote stays, what it knew goes. Closing a closed one changes nothing. */
export async function closeSession(
  tx: Tx,
  id: string,
  { now, summary }: { now: string; summary?: string | undefined },
): Promise<ClosedSession> {
  const session = await lockSession(tx, id)
  if (!session) throw sessionNotFound(id)
  const { tick } = await projectById(tx, session.project_id)
  if (session.closed_ts !== null) return { session, tick, deactivated: [], unsaved: [], unsynced: 0 }
  const deactivated = await activeSeqs(tx, id)
  const unsaved = await changedBy(tx, id, session.project_id, session.last_save_tick ?? session.start_tick)
  const missed = await tx.first(foreignChanges, {
    project: session.project_id,
    session: id,
    after: session.last_sync_tick,
  })
  await clearSession(tx, id)
  const closed = { ...session, last_activity: now, closed_ts: now }
  await saveSession(tx, closed)
  await logActivity(tx, {
    project: session.project_id,
    tick,
    ts: now,
    session: id,
    type: 'session_closed',
    summary: summary || 'Session closed',
  })
  return { session: closed, tick, deactivated, unsaved, unsynced: missed?.n ?? 0 }
}
