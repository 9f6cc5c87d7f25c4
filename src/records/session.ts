import type { Db, Tx } from '../db/db.ts'
import type { ProjectRow, SessionRow } from '../db/tables.ts'
import type { Call } from '../kernel/call.ts'
import { Fault } from '../kernel/fault.ts'
import { projectMeant, roleIn } from '../projects/store.ts'
import type { RecordsContext } from './context.ts'
import { requireOwnSession, sessionNotFound } from './locate.ts'
import { logActivity } from './store/activity.ts'
import {
  clearSession,
  findConversation,
  insertSession,
  loadSession,
  lockSession,
  saveSession,
} from './store/sessions.ts'

type Resolution = 'explicit' | 'conversation' | 'implicit' | 'created'

export interface SessionArguments {
  session_id?: string | undefined
  conversation_id?: string | undefined
}

/** The session a call uses, as found before anything is locked. */
export interface ResolvedSession {
  via: Resolution
  /** Absent when none exists yet. */
  session?: SessionRow
  conversation?: string
  /** The project the session belongs to, or would be created in. */
  project: string
}

type Ctx = Pick<RecordsContext, 'call' | 'makeSessionId'>

/** Looks in this order: argument, request or flag, conversation key, the process's current session. */
export async function resolveSession(
  tx: Tx,
  { call }: Ctx,
  args: SessionArguments,
  projectId?: string,
): Promise<ResolvedSession> {
  const id = args.session_id ?? call.session
  if (id !== undefined) {
    const session = await requireOwnSession(tx, call, id)
    if (projectId !== undefined && session.project_id !== projectId)
      throw sessionProjectMismatch(session.project_id, projectId)
    return { via: 'explicit', session, project: session.project_id }
  }
  const fallback = async () => projectId ?? (await projectMeant(tx, call)).id
  if (args.conversation_id !== undefined) {
    const conversation = args.conversation_id
    const within = call.project === undefined ? projectId : await fallback()
    const found = await findConversation(tx, call.principal, within, conversation)
    const session = found && (await roleIn(tx, call, found.project_id)) ? found : undefined
    const project = session?.project_id ?? (await fallback())
    return { via: 'conversation', conversation, project, ...(session && { session }) }
  }
  const current = call.pointers?.current(projectId)
  const session = current && (await loadSession(tx, current.session))
  if (session) return { via: 'implicit', session, project: session.project_id }
  return { via: 'created', project: await fallback() }
}

/** Locks the session of an operation that never creates one. */
export async function lockOpenSession(tx: Tx, resolved: ResolvedSession): Promise<SessionRow | undefined> {
  const session = resolved.session && (await lockSession(tx, resolved.session.id))
  if (session?.closed_ts) throw sessionNotFound(session.id, 'closed')
  return session
}

/** For activate and for new roots: reopens a closed session under its own id, creates a missing one. */
export async function openOrCreateSession(
  tx: Tx,
  ctx: Ctx,
  resolved: ResolvedSession,
  { project, now, parent }: { project: ProjectRow; now: string; parent?: string | undefined },
): Promise<{ session: SessionRow; created: boolean; reopened: boolean }> {
  const found = resolved.session && (await lockSession(tx, resolved.session.id))
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
    conversation_id: resolved.conversation ?? null,
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

interface SessionOutcome<R> {
  result: R
  /** Absent where a repeated call got its stored answer. */
  used?: UsedSession | undefined
}

interface UsedSession {
  via: Resolution
  session: SessionRow
}

/**
 * Runs a transaction and makes its session the current one of a process that serves one chat. That happens before the
 * commit, because the next write may be committed together with this one and needs it; after a failure a new session
 * is forgotten again.
 */
export async function writeInSession<R>(
  { call }: Pick<RecordsContext, 'call'>,
  transact: Db['write'],
  work: (tx: Tx) => Promise<SessionOutcome<R>>,
): Promise<R> {
  const last: { used?: UsedSession | undefined } = {}
  try {
    return await transact(async tx => {
      const { result, used } = await work(tx)
      last.used = used
      if (used) rememberCurrentSession(call, used)
      return result
    })
  } catch (error) {
    if (last.used?.via === 'created') call.pointers?.forget(last.used.session.project_id, last.used.session.id)
    throw error
  }
}

function rememberCurrentSession({ pointers }: Call, { via, session }: UsedSession): void {
  if (via === 'explicit') pointers?.offer(session.project_id, session.id)
  if (via === 'implicit' || via === 'created') pointers?.use(session.project_id, session.id)
}

function sessionProjectMismatch(sessionProject: string, recordProject: string): Fault {
  return new Fault('SESSION_PROJECT_MISMATCH', 'The session belongs to another project than the record.', {
    details: { session_project: sessionProject, record_project: recordProject },
  })
}
