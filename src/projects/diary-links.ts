import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'

const kind = 'diary_project_key'

const ofProject = statement((q, a: { project: string }) =>
  q
    .selectFrom('project_links')
    .select('value')
    .where('project_id', '=', a.project)
    .where('kind', '=', kind)
    .orderBy('value'),
)
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
const insert = statement((q, a: { project: string; value: string }) =>
  q
    .insertInto('project_links')
    .values({ project_id: a.project, kind, value: a.value })
    .onConflict(clash => clash.doNothing()),
)
const remove = statement((q, a: { project: string; value: string }) =>
  q
    .deleteFrom('project_links')
    .where('project_id', '=', a.project)
    .where('kind', '=', kind)
    .where('value', '=', a.value),
)

/** The diary projects whose work is linked to a project. */
export async function diaryLinks(tx: Tx, project: string): Promise<string[]> {
  return (await tx.all(ofProject, { project })).map(({ value }) => value)
}

/** The same of all projects that are not in the trash, the oldest first. */
export async function allDiaryLinks(tx: Tx): Promise<{ project_id: string; value: string }[]> {
  return tx.all(ofAll, {})
}

export async function linkDiary(tx: Tx, project: string, value: string): Promise<void> {
  await tx.run(insert, { project, value })
}

export async function unlinkDiary(tx: Tx, project: string, value: string): Promise<void> {
  await tx.run(remove, { project, value })
}
