import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { ProjectRow } from '../../db/tables.ts'
import { emptyFacet, lockProject, type ProjectFacet } from '../../projects/store.ts'
import type { ProjectData } from '../schema.ts'
import { projectData } from './project-data.ts'
import { recordState, type State, type SummarySource } from './summaries.ts'
import { loadCustomData, patchCustomData } from './texts.ts'

const byLowerId = statement((q, a: { id: string }) =>
  q.selectFrom('projects').selectAll().where(sql`lower(id)`, '=', a.id).where('deleted_ts', 'is', null),
)
const amongIds = statement((q, a: { ids: string[] }, d) =>
  q.selectFrom('projects').select(sql<string>`lower(id)`.as('id')).where(sql<string>`lower(id)`, 'in', d.texts(a.ids)),
)
const update = statement((q, a: { id: string; name: string; updated: string } & ProjectFacet) =>
  q
    .updateTable('projects')
    .set({
      name: a.name,
      updated: a.updated,
      template: a.template,
      slice: a.slice,
      task_file: a.task_file,
      instruction: a.instruction,
      development_phase: a.development_phase,
      work_type: a.work_type,
      project_date: a.project_date,
      is_monorepo: a.is_monorepo,
      is_monorepo_enabled: a.is_monorepo_enabled,
      project_path: a.project_path,
    })
    .where('id', '=', a.id),
)

/** The fields of a project as callers name them; absent ones are not meant. */
export interface ProjectPatch {
  name?: string | undefined
  template?: string | undefined
  slice?: string | undefined
  taskFile?: string | undefined
  instruction?: string | undefined
  developmentPhase?: string | undefined
  workType?: 'start' | 'continue' | undefined
  projectDate?: string | undefined
  isMonorepo?: boolean | undefined
  isMonorepoEnabled?: boolean | undefined
  projectPath?: string | undefined
  customData?: { readonly [key: string]: unknown } | undefined
}

/** By id ignoring case, without a check of access, which the caller has made. */
export async function liveProject(tx: Tx, id: string): Promise<ProjectRow | undefined> {
  return tx.first(byLowerId, { id: id.toLowerCase() })
}

/** Which of these ids projects have, the trash included, in lower case. */
export async function takenIds(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.all(amongIds, { ids: ids.map(id => id.toLowerCase()) })
  return new Set(rows.map(({ id }) => id))
}

export interface Author {
  principal: string
  source: SummarySource
  now: string
}

/** Merges a patch into a project: row, texts and history, read back after the change. */
export async function changeProject(
  tx: Tx,
  id: string,
  { customData = {}, ...fields }: ProjectPatch,
  { principal, source, now }: Author,
): Promise<ProjectData> {
  const row = await lockProject(tx, id)
  // Time never runs backwards within a project, whatever the clock does.
  const updated = now > row.updated ? now : row.updated
  await tx.run(update, { id, name: fields.name?.trim() ?? row.name, updated, ...facetOf(fields, row) })
  await patchCustomData(tx, id, customData)
  const stored = await loadCustomData(tx, id)
  await recordState(tx, stateOf(stored), { project: id, ts: updated, source, principal })
  return projectData(await lockProject(tx, id), stored)
}

export function facetOf(
  fields: Omit<ProjectPatch, 'name' | 'customData'>,
  base: ProjectFacet = emptyFacet,
): ProjectFacet {
  return {
    template: fields.template ?? base.template,
    slice: fields.slice ?? base.slice,
    task_file: fields.taskFile ?? base.task_file,
    instruction: fields.instruction ?? base.instruction,
    development_phase: fields.developmentPhase ?? base.development_phase,
    work_type: fields.workType ?? base.work_type,
    project_date: fields.projectDate ?? base.project_date,
    is_monorepo: fields.isMonorepo === undefined ? base.is_monorepo : Number(fields.isMonorepo),
    is_monorepo_enabled:
      fields.isMonorepoEnabled === undefined ? base.is_monorepo_enabled : Number(fields.isMonorepoEnabled),
    project_path: fields.projectPath ?? base.project_path,
  }
}

/** The two texts the history keeps; whatever else is there does not count. */
export function stateOf({ recentEvents, additionalNotes }: { readonly [key: string]: unknown }): State {
  return { recentEvents: textOrNull(recentEvents), additionalNotes: textOrNull(additionalNotes) }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
