import type { z } from 'zod'
import { startEarly, type Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { ProjectRow, SessionRow } from '../db/tables.ts'
import { formatInstant } from '../kernel/instants.ts'
import { type InProject, lockProject, projectById } from '../projects/store.ts'
import type { RecordsContext } from './context.ts'
import { replay, storeAnswer } from './idempotency.ts'
import { sessionNotFound } from './locate.ts'
import { type ResolvedSession, resolveSession, type SessionArguments, writeInSession } from './session.ts'
import { logActivity } from './store/activity.ts'
import { activeSeqs, clearSession, lockSession, saveSession } from './store/sessions.ts'
import { changedBy } from './store/versions.ts'

interface WriteRequest<O extends z.ZodObject> {
  operation: string
  args: SessionArguments & { idempotency_key?: string | undefined }
  output: O
}

interface WriteScope {
  project: ProjectRow
  resolved: ResolvedSession
  now: string
}

interface WriteAnswer<R> {
  result: R
  session: SessionRow
  /** Whether a repeated call gets this stored answer; a conflict is checked again. */
  isReplayable: boolean
  /** The records whose text is in the answer. */
  seqs: number[]
}

/**
 * Every write of a session runs in this: one transaction that locks the project, returns the stored answer for a known
 * idempotency key, else does the work and stores its answer.
 */
export async function sessionWrite<O extends z.ZodObject>(
  ctx: RecordsContext & InProject,
  { operation, args, output }: WriteRequest<O>,
  work: (tx: Tx, scope: WriteScope) => Promise<WriteAnswer<z.input<O>>>,
): Promise<z.input<O>> {
  const now = formatInstant(ctx.clock())
  const { principal } = ctx.call
  return writeInSession(ctx, ctx.db.write, async tx => {
    const keyed = { operation, principal, args, now }
    // Started together, in the order of the locks: none of them needs the result of another.
    const locking = startEarly(lockProject(tx, ctx.project.id))
    const replaying = startEarly(replay(tx, keyed))
    const resolving = startEarly(resolveSession(tx, ctx, args, ctx.project.id))
    const project = await locking
    const replayed = await replaying
    if (replayed) return { result: output.parse(replayed) as z.input<O> }
    const resolved = await resolving
    const answer = await work(tx, { project, resolved, now })
    if (answer.isReplayable) await storeAnswer(tx, keyed, answer.result, answer.seqs)
    return { result: answer.result, used: { via: resolved.via, session: answer.session } }
  })
}

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
