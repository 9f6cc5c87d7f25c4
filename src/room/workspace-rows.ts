import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { WorkspaceRow } from '../db/tables.ts'

const ofProject = statement((q, a: { project: string }) =>
  q.selectFrom('room_workspaces').selectAll().where('project_id', '=', a.project),
)
const atPath = statement((q, a: { path: string }) =>
  q.selectFrom('room_workspaces').selectAll().where('path', '=', a.path),
)
const every = statement(q =>
  q
    .selectFrom('room_workspaces')
    .innerJoin('projects', 'projects.id', 'room_workspaces.project_id')
    .selectAll('room_workspaces')
    .where('projects.deleted_ts', 'is', null)
    .orderBy('room_workspaces.project_id'),
)
const insert = statement((q, a: WorkspaceRow) =>
  q
    .insertInto('room_workspaces')
    .values({ project_id: a.project_id, path: a.path, bound_by: a.bound_by, bound: a.bound }),
)

export function workspaceOf(tx: Tx, project: string): Promise<WorkspaceRow | undefined> {
  return tx.first(ofProject, { project })
}

export function workspaceAt(tx: Tx, path: string): Promise<WorkspaceRow | undefined> {
  return tx.first(atPath, { path })
}

/** Those of projects that are not in the trash. */
export function everyWorkspace(tx: Tx): Promise<WorkspaceRow[]> {
  return tx.all(every, {})
}

export async function bindWorkspace(tx: Tx, row: WorkspaceRow): Promise<void> {
  await tx.run(insert, row)
}
