import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { ProjectRow } from '../../db/tables.ts'
import type { ProjectData } from '../schema.ts'
import { type CustomData, loadCustomData } from './texts.ts'

export async function loadProjectData(tx: Tx, row: ProjectRow): Promise<ProjectData> {
  return projectData(row, await loadCustomData(tx, row.id))
}

/** A project as this part shows it. */
export function projectData(row: ProjectRow, customData: CustomData): ProjectData {
  return {
    id: row.id,
    name: row.name,
    template: row.template,
    slice: row.slice,
    taskFile: row.task_file,
    instruction: row.instruction,
    ...(row.development_phase !== null && { developmentPhase: row.development_phase }),
    // Only these two are ever written.
    ...(row.work_type !== null && { workType: row.work_type as 'start' | 'continue' }),
    ...(row.project_date !== null && { projectDate: row.project_date }),
    isMonorepo: row.is_monorepo === 1,
    ...(row.is_monorepo_enabled !== null && { isMonorepoEnabled: row.is_monorepo_enabled === 1 }),
    ...(row.project_path !== null && { projectPath: row.project_path }),
    customData,
    createdAt: row.created,
    updatedAt: row.updated,
  }
}

const put = statement((q, a: { project: string; json: string }) =>
  q
    .insertInto('project_extra')
    .values({ project_id: a.project, json: a.json })
    .onConflict(clash => clash.column('project_id').doUpdateSet({ json: a.json })),
)
const every = statement(q => q.selectFrom('project_extra').selectAll())

/** Fields of an imported entry that mean nothing here and must be there again when it leaves. */
export async function saveExtra(tx: Tx, project: string, extra: object): Promise<void> {
  if (Object.keys(extra).length > 0) await tx.run(put, { project, json: JSON.stringify(extra) })
}

export async function loadExtras(tx: Tx): Promise<Map<string, object>> {
  return new Map((await tx.all(every, {})).map(({ project_id, json }) => [project_id, JSON.parse(json)]))
}
