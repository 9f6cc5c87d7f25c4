import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { deleteFrom, insertInto, selectFrom } from '../db/table-statements.ts'

const kind = 'diary_project_key'

const ofProject = selectFrom('project_links', { columns: ['value'], where: ['project_id', 'kind'], orderBy: ['value'] })
const ofAll = statement(q =>
  q
    .selectFrom('project_links')
    .innerJoin('projects', 'projects.id', 'project_links.project_id')
    .select(['project_links.project_id', 'project_links.value'])
    .where('project_links.kind', '=', kind)
    .where('projects.deleted_ts', 'is', null)
    .orderBy('projects.created')
    .orderBy('project_links.project_id')
    .orderBy('project_links.value'),
)
const insert = insertInto('project_links', ['project_id', 'kind', 'value'], { on: ['project_id', 'kind', 'value'] })
const remove = deleteFrom('project_links', ['project_id', 'kind', 'value'])

/** The diary projects whose work is linked to a project. */
export async function diaryLinks(tx: Tx, project: string): Promise<string[]> {
  return (await tx.all(ofProject, { project_id: project, kind })).map(({ value }) => value)
}

/** The same of all projects that are not in the trash, the oldest first. */
export async function allDiaryLinks(tx: Tx): Promise<{ project_id: string; value: string }[]> {
  return tx.all(ofAll, {})
}

export async function linkDiary(tx: Tx, project: string, value: string): Promise<void> {
  await tx.run(insert, { project_id: project, kind, value })
}

export async function unlinkDiary(tx: Tx, project: string, value: string): Promise<void> {
  await tx.run(remove, { project_id: project, kind, value })
}
