import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { countIn, deleteFrom, insertInto, selectFrom, updateIn } from '../../db/table-statements.ts'
import { columnNames, type SessionRow, sessionColumns } from '../../db/tables.ts'

const byIdLocked = selectFrom('sessions', { where: ['id'], forUpdate: true })
const byId = selectFrom('sessions', { where: ['id'] })
const byIdOf = statement((q, a: { id: string; principal: string }) =>
  q
    .selectFrom('sessions')
    .leftJoin('project_members as mine', join =>
      join.onRef('mine.project_id', '=', 'sessions.project_id').on('mine.principal_id', '=', a.principal),
    )
    .selectAll('sessions')
    .select('mine.role as held_role')
    .where('sessions.id', '=', a.id)
    .where('sessions.principal_id', '=', a.principal),
)
const byConversation = selectFrom('sessions', { where: ['principal_id', 'project_id', 'conversation_id'] })
const latestOfConversation = statement((q, a: { principal: string; conversation: string }) =>
  q
    .selectFrom('sessions')
    .innerJoin('projects', 'projects.id', 'sessions.project_id')
    .selectAll('sessions')
    .where('principal_id', '=', a.principal)
    .where('conversation_id', '=', a.conversation)
    .where('projects.deleted_ts', 'is', null)
    .orderBy('last_activity', 'desc')
    .orderBy('sessions.id')
    .limit(1),
)
const insert = insertInto('sessions', columnNames(sessionColumns))
const update = updateIn('sessions', columnNames(sessionColumns, 'changing'), ['id'])
const ofProject = selectFrom('sessions', {
  where: ['project_id'],
  isNull: ['closed_ts'],
  orderBy: ['last_activity desc', 'id'],
  limit: 'given',
})
const everyOfProject = selectFrom('sessions', { where: ['project_id'], orderBy: ['last_activity desc', 'id'] })
const countOpen = countIn('sessions', { where: ['project_id'], isNull: ['closed_ts'] })

const activations = selectFrom('session_activations', {
  columns: ['seq'],
  where: ['session_id'],
  orderBy: ['position'],
})
const activationsOfMany = statement((q, a: { sessions: string[] }, d) =>
  q
    .selectFrom('session_activations')
    .select(['session_id', 'seq'])
    .where('session_id', 'in', d.texts(a.sessions))
    .orderBy('position'),
)
const isActive = selectFrom('session_activations', { columns: ['seq'], where: ['session_id', 'seq'] })
const activateRow = statement((q, a: { session: string; seq: number; tick: number }) =>
  q
    .insertInto('session_activations')
    .values({
      session_id: a.session,
      seq: a.seq,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from session_activations where session_id = ${a.session})`,
      activated_tick: a.tick,
    })
    .onConflict(clash => clash.columns(['session_id', 'seq']).doNothing()),
)
const activeElsewhere = statement((q, a: { seq: number; session: string }) =>
  q
    .selectFrom('session_activations')
    .innerJoin('sessions', 'sessions.id', 'session_activations.session_id')
    .leftJoin('session_views', join =>
      join
        .onRef('session_views.session_id', '=', 'sessions.id')
        .onRef('session_views.seq', '=', 'session_activations.seq'),
    )
    .selectAll('sessions')
    .select('session_views.seen_version')
    .where('session_activations.seq', '=', a.seq)
    .where('session_activations.session_id', '<>', a.session)
    .where('sessions.closed_ts', 'is', null)
    .orderBy('sessions.last_activity', 'desc')
    .orderBy('sessions.id'),
)

const views = statement((q, a: { session: string; seqs: number[] }, d) =>
  q.selectFrom('session_views').selectAll().where('session_id', '=', a.session).where('seq', 'in', d.numbers(a.seqs)),
)
const seeRow = statement((q, a: { session: string; seq: number; version: number; tick: number }) =>
  q
    .insertInto('session_views')
    .values({ session_id: a.session, seq: a.seq, seen_version: a.version, seen_tick: a.tick })
    .onConflict(clash =>
      clash
        .columns(['session_id', 'seq'])
        .doUpdateSet({ seen_version: a.version, seen_tick: a.tick })
        // A view never moves backwards.
        .where('session_views.seen_version', '<', a.version),
    ),
)
const seeRows = statement(
  (_, a: { session: string; seqs: number[]; versions: number[]; tick: number }, d) =>
    // Without a `where` SQLite parses "on" as part of the join.
    sql`insert into session_views (session_id, seq, seen_version, seen_tick)
      select ${a.session}, given.a, given.b, cast(${a.tick} as bigint) from ${d.pairs(a.seqs, a.versions)} where true
      on conflict (session_id, seq) do update set seen_version = excluded.seen_version, seen_tick = excluded.seen_tick
      where session_views.seen_version < excluded.seen_version`,
)

const acks = selectFrom('activation_acks', { columns: ['other_session_id'], where: ['session_id', 'seq'] })
const ackRow = insertInto('activation_acks', ['session_id', 'seq', 'other_session_id'], {
  on: ['session_id', 'seq', 'other_session_id'],
})

const forgetActivations = deleteFrom('session_activations', ['session_id'])
const forgetViews = deleteFrom('session_views', ['session_id'])
const forgetAcks = deleteFrom('activation_acks', ['session_id'])

/** Loads and locks the row until commit. */
export async function lockSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  return tx.first(byIdLocked, { id })
}

export async function loadSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  return tx.first(byId, { id })
}

/** A session of this principal, with the role it holds in the project. */
export async function loadSessionOf(tx: Tx, principal: string, id: string) {
  return tx.first(byIdOf, { id, principal })
}

/** The conversation's session in a project, or without a project the one used last. */
export async function findConversation(tx: Tx, principal: string, project: string | undefined, conversation: string) {
  if (project === undefined) return tx.first(latestOfConversation, { principal, conversation })
  return tx.first(byConversation, { principal_id: principal, project_id: project, conversation_id: conversation })
}

export async function insertSession(tx: Tx, session: SessionRow): Promise<void> {
  await tx.send(insert, session)
}

export async function saveSession(tx: Tx, session: SessionRow): Promise<void> {
  await tx.send(update, session)
}

export async function openSessionsOf(tx: Tx, project: string, limit: number): Promise<SessionRow[]> {
  return tx.all(ofProject, { project_id: project, limit })
}

export async function allSessionsOf(tx: Tx, project: string): Promise<SessionRow[]> {
  return tx.all(everyOfProject, { project_id: project })
}

export async function countOpenSessions(tx: Tx, project: string): Promise<number> {
  return (await tx.first(countOpen, { project_id: project }))?.n ?? 0
}

/** In activation order. */
export async function activeSeqs(tx: Tx, session: string): Promise<number[]> {
  return (await tx.all(activations, { session_id: session })).map(row => row.seq)
}

export async function activeSeqsOf(tx: Tx, sessions: string[]): Promise<Map<string, number[]>> {
  const bySession = new Map<string, number[]>(sessions.map(id => [id, []]))
  for (const { session_id, seq } of await tx.all(activationsOfMany, { sessions })) bySession.get(session_id)?.push(seq)
  return bySession
}

export async function isActiveIn(tx: Tx, session: string, seq: number): Promise<boolean> {
  return (await tx.first(isActive, { session_id: session, seq })) !== undefined
}

export async function activateIn(tx: Tx, session: string, seq: number, tick: number): Promise<void> {
  await tx.send(activateRow, { session, seq, tick })
}

/** Open sessions other than this one that have the record active, latest first. */
export async function othersActiveOn(tx: Tx, seq: number, session: string) {
  return tx.all(activeElsewhere, { seq, session })
}

/** record → the version whose full content the session has been given. */
export async function seenVersions(tx: Tx, session: string, seqs: number[]): Promise<Map<number, number>> {
  if (seqs.length === 0) return new Map()
  return new Map((await tx.all(views, { session, seqs })).map(row => [row.seq, row.seen_version]))
}

export async function markSeen(tx: Tx, session: string, seq: number, version: number, tick: number): Promise<void> {
  await tx.send(seeRow, { session, seq, version, tick })
}

/** Like markSeen for several distinct records. */
export async function markAllSeen(
  tx: Tx,
  session: string,
  records: ReadonlyArray<{ seq: number; version: number }>,
  tick: number,
): Promise<void> {
  if (records.length === 0) return
  const [seqs, versions] = [records.map(({ seq }) => seq), records.map(({ version }) => version)]
  await tx.send(seeRows, { session, seqs, versions, tick })
}

export async function acknowledgedSessions(tx: Tx, session: string, seq: number): Promise<Set<string>> {
  return new Set((await tx.all(acks, { session_id: session, seq })).map(row => row.other_session_id))
}

export async function acknowledge(tx: Tx, session: string, seq: number, other: string): Promise<void> {
  await tx.send(ackRow, { session_id: session, seq, other_session_id: other })
}

/** Removes a session's activations, views and acknowledgements. */
export async function clearSession(tx: Tx, session: string): Promise<void> {
  await tx.send(forgetActivations, { session_id: session })
  await tx.send(forgetViews, { session_id: session })
  await tx.send(forgetAcks, { session_id: session })
}
