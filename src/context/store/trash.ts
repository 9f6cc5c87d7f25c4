import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { countIn, updateIn } from '../../db/table-statements.ts'
import type { ProjectRow } from '../../db/tables.ts'
import type { Identity } from '../../kernel/call.ts'
import { roleIn } from '../../projects/store.ts'
import { eraseProjectRecords } from '../../records/store/erase-project.ts'

const setDeleted = updateIn('projects', ['deleted_ts'], ['id'])
const hidden = statement(q =>
  q
    .selectFrom('projects')
    .selectAll()
    .where('deleted_ts', 'is not', null)
    .where('purged_ts', 'is', null)
    .orderBy('deleted_ts')
    .orderBy('id'),
)
const locked = statement((q, a: { id: string }, d) =>
  q
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', a.id)
    .where('deleted_ts', 'is not', null)
    .where('purged_ts', 'is', null)
    .modifyEnd(d.forUpdate),
)
const recordCount = countIn('records', { where: ['project_id'], isNull: ['purged_ts'] })
const sessionCount = countIn('sessions', { where: ['project_id'] })
const activeSince = statement((q, a: { project: string; since: string }, d) =>
  q
    .selectFrom('sessions')
    .select('id')
    .where('project_id', '=', a.project)
    .where('closed_ts', 'is', null)
    .where('last_activity', '>=', d.time(a.since))
    .orderBy('id'),
)
const tombstone = statement((q, a: { id: string; ts: string }) =>
  q
    .updateTable('projects')
    .set({
      name: '',
      description: '',
      template: '',
      slice: '',
      task_file: '',
      instruction: '',
      development_phase: null,
      work_type: null,
      project_date: null,
      project_path: null,
      purged_ts: a.ts,
    })
    .where('id', '=', a.id),
)
const forgetDefault = statement((q, a: { id: string }) =>
  q.updateTable('principals').set({ default_project_id: null }).where('default_project_id', '=', a.id),
)

/** A project in the trash: hidden, but nothing of it is deleted. */
export async function hideProject(tx: Tx, id: string, ts: string): Promise<void> {
  await tx.run(setDeleted, { id, deleted_ts: ts })
}

export async function showProject(tx: Tx, id: string): Promise<void> {
  await tx.run(setDeleted, { id, deleted_ts: null })
}

/** What is in the trash and the caller's to bring back or to erase. */
export async function trashOf(tx: Tx, who: Identity): Promise<ProjectRow[]> {
  const rows = await tx.all(hidden, {})
  const roles = await Promise.all(rows.map(({ id }) => roleIn(tx, who, id)))
  return rows.filter((_, index) => roles[index] === 'admin')
}

/** Takes the write order of a project in the trash; undefined when it left it meanwhile. */
export async function lockTrashed(tx: Tx, id: string): Promise<ProjectRow | undefined> {
  return tx.first(locked, { id })
}

export async function countRecords(tx: Tx, project: string): Promise<number> {
  return (await tx.first(recordCount, { project_id: project }))?.n ?? 0
}

export async function countSessions(tx: Tx, project: string): Promise<number> {
  return (await tx.first(sessionCount, { project_id: project }))?.n ?? 0
}

export async function sessionsActiveSince(tx: Tx, project: string, since: string): Promise<string[]> {
  return (await tx.all(activeSince, { project, since })).map(({ id }) => id)
}

const ownTables = [
  'project_texts',
  'project_settings',
  'project_links',
  'project_extra',
  'context_summaries',
  'context_builds',
  'published_reports',
  'room_anchors',
  'room_receipts',
  'room_tickets',
  'room_workspaces',
  'room_sessions',
  'room_turns',
  'room_evidence',
  'project_members',
]

/** Erases everything of a project but the id, which stays taken; answers how many records went with it. */
export async function eraseProject(tx: Tx, id: string, ts: string): Promise<number> {
  const place = tx.engine === 'sqlite' ? '?' : '$1'
  const records = await eraseProjectRecords(tx, id)
  for (const table of ownTables) await tx.raw(`delete from ${table} where project_id = ${place}`, [id])
  await tx.run(forgetDefault, { id })
  await tx.run(tombstone, { id, ts })
  return records
}
