import type { Db, Tx } from '../db/db.ts'
import type { ProjectRow, SessionRow } from '../db/tables.ts'
import { Fault } from '../kernel/fault.ts'
import { fallbackProject, roleIn } from '../projects/store.ts'
import type { RecordsContext } from './context.ts'
import { noSession, requireOwnSession } from './locate.ts'
import { logActivity } from './store/activity.ts'
import {
  clearSession,
  findConversation,
  insertSession,
  loadSession,
  lockSession,
  saveSession,
} from './store/sessions.ts'

export type Resolution = 'explicit' | 'conversation' | 'implicit' | 'created'

export interface SessionArguments {
  session_id?: string | undefined
  conversation_id?: string | undefined
}

/** Which session a call means, before anything is locked. */
export interface Aim {
  via: Resolution
  /** Absent: none exists yet. */
  session?: SessionRow
  conversation?: string
  /** The project the session belongs to, or would be created in. */
  project: string
}

type Ctx = Pick<RecordsContext, 'call' | 'makeSessionId'>

/** The order of resolution: argument, request or flag, conversation key, the process's own pointer, none. */
export async function aim(tx: Tx, { call }: Ctx, args: SessionArguments, projectId?: string): Promise<Aim> {
  const named = args.session_id ?? call.session
  if (named !== undefined) {
    const session = await requireOwnSession(tx, call, named)
    if (projectId !== undefined && session.project_id !== projectId) throw mismatch(session.project_id, projectId)
    return { via: 'explicit', session, project: session.project_id }
  }
  const fallback = async () => projectId ?? (await fallbackProject(tx, call, call.project)).id
  if (args.conversation_id !== undefined) {
    const conversation = args.conversation_id
    const within = call.project === undefined ? projectId : await fallback()
    const found = await findConversation(tx, call.principal, within, conversation)
    const session = found && (await roleIn(tx, call, found.project_id)) ? found : undefined
    const project = session?.project_id ?? (await fallback())
    return { via: 'conversation', conversation, project, ...(session && { session }) }
  }
  const pointed = call.pointers?.current(projectId)
  const session = pointed && (await loadSession(tx, pointed.session))
  if (session) return { via: 'implicit', session, project: session.project_id }
  return { via: 'created', project: await fallback() }
}

/** For operations that need an open session and never make one. */
export async function lockOpen(tx: Tx, aimed: Aim): Promise<SessionRow | undefined> {
  const session = aimed.session && (await lockSession(tx, aimed.session.id))
  if (session?.closed_ts) throw noSession(session.id, 'closed')
  return session
}

export interface Opened {
  session: SessionRow
  created: boolean
  reopened: boolean
}

/** For activate and root create_record: what is closed is reopened under its own id, what is missing is made. */
export async function open(
  tx: Tx,
  ctx: Ctx,
  aimed: Aim,
  { project, now, parent }: { project: ProjectRow; now: string; parent?: string | undefined },
): Promise<Opened> {
  const found = aimed.session && (await lockSession(tx, aimed.session.id))
  if (found && found.closed_ts === null) return { session: found, created: false, reopened: false }
  const fresh = { start_tick: project.tick, last_sync_tick: project.tick, last_activity: now, closed_ts: null }
  const started = { project: project.id, tick: project.tick, ts: now, type: 'session_started' as const }
  if (found) {
    await clearSession(tx, found.id)
    const session = { ...found, ...fresh, generation: found.generation + 1, last_save_tick: null, last_save_ts: null }
    await saveSession(tx, session)
    await logActivity(tx, { ...started, session: session.id, summary: 'Session resumed', details: { resumed: true } })
    return { session, created: false, reopened: true }
  }
  const session: SessionRow = {
    ...fresh,
    id: ctx.makeSessionId(),
    principal_id: ctx.call.principal,
    project_id: project.id,
    conversation_id: aimed.conversation ?? null,
    parent_session: parent ?? null,
    generation: 1,
    created: now,
    last_save_tick: null,
    last_save_ts: null,
  }
  await insertSession(tx, session)
  await logActivity(tx, { ...started, session: session.id, summary: 'Session started' })
  return { session, created: true, reopened: false }
}

export interface SessionOutcome<R> {
  result: R
  /** Absent where a repeated call was answered from memory. */
  used?: { via: Resolution; session: SessionRow } | undefined
}

/**
 * Runs a transaction and remembers its session in a process that serves one chat. That happens before the commit, for
 * the next write may be committed together with this one and must find it; a session that was not kept is forgotten.
 */
export async function writeInSession<R>(
  { call }: Pick<RecordsContext, 'call'>,
  transact: Db['write'],
  work: (tx: Tx) => Promise<SessionOutcome<R>>,
): Promise<R> {
  const last: { used?: SessionOutcome<R>['used'] } = {}
  try {
    return await transact(async tx => {
      const { result, used } = await work(tx)
      last.used = used
      if (used?.via === 'explicit') call.pointers?.offer(used.session.project_id, used.session.id)
      if (used?.via === 'implicit' || used?.via === 'created') {
        call.pointers?.use(used.session.project_id, used.session.id)
      }
      return result
    })
  } catch (error) {
    if (last.used?.via === 'created') call.pointers?.forget(last.used.session.project_id, last.used.session.id)
    throw error
  }
}

function mismatch(sessionProject: string, recordProject: string): Fault {
  return new Fault('SESSION_PROJECT_MISMATCH', 'The session belongs to another project than the record.', {
    details: { session_project: sessionProject, record_project: recordProject },
  })
}
