import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { updateIn } from '../../db/table-statements.ts'
import type { ProjectRow } from '../../db/tables.ts'
import {
  emptyFacet,
  facetColumns,
  insertProject,
  lockProject,
  type ProjectFacet,
  projectById,
} from '../../projects/store.ts'
import type { ProjectData } from '../schema.ts'
import { loadCustomData, loadProjectData, patchCustomData, projectData } from './project-data.ts'
import { checkSummaries, recordFirstState, recordState, type State, type SummarySource } from './summaries.ts'

const byLowerId = statement((q, a: { id: string }) =>
  q.selectFrom('projects').selectAll().where(sql`lower(id)`, '=', a.id).where('deleted_ts', 'is', null),
)
const amongIds = statement((q, a: { ids: string[] }, d) =>
  q.selectFrom('projects').select(sql<string>`lower(id)`.as('id')).where(sql<string>`lower(id)`, 'in', d.texts(a.ids)),
)
const update = updateIn('projects', ['name', 'updated', ...facetColumns], ['id'])

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

function facetOf(fields: Omit<ProjectPatch, 'name' | 'customData'>, base: ProjectFacet = emptyFacet): ProjectFacet {
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

/** Compares the summaries of a project, and its current texts, with what was written. */
export async function checkContext(tx: Tx, project: string): ReturnType<typeof checkSummaries> {
  return checkSummaries(tx, project, stateOf(await loadCustomData(tx, project)))
}

/** The two texts the history keeps; whatever else is there does not count. */
function stateOf({ recentEvents, additionalNotes }: { readonly [key: string]: unknown }): State {
  return { recentEvents: textOrNull(recentEvents), additionalNotes: textOrNull(additionalNotes) }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

interface NewProject {
  id: string
  name: string
  description: string
  fields: Omit<ProjectPatch, 'name'>
  /** When it was made and last changed elsewhere; now where it is made here. */
  created?: string
  updated?: string
}

/** Row, texts and the first line of the history; the caller has made sure that the id is free. */
export async function insertProjectData(
  tx: Tx,
  { id, name, description, fields: { customData = {}, ...fields }, created, updated }: NewProject,
  { principal, source, now }: Author,
): Promise<void> {
  const made = created ?? now
  const changed = updated ?? made
  await insertProject(tx, {
    id,
    name,
    description,
    now: made,
    updated: changed,
    owner: principal,
    facet: facetOf(fields),
  })
  await patchCustomData(tx, id, customData)
  await recordFirstState(tx, stateOf(customData), { project: id, ts: changed, source, principal })
}

/** The same; returns the project as stored. */
export async function createProjectRow(tx: Tx, project: NewProject, author: Author): Promise<ProjectData> {
  await insertProjectData(tx, project, author)
  return loadProjectData(tx, await projectById(tx, project.id))
}

const textsWith = statement((q, a: { words: string }) =>
  q.selectFrom('project_texts').select(['project_id', 'value']).where('value', 'like', a.words).orderBy('project_id'),
)
const historyWith = statement((q, a: { words: string }) =>
  q
    .selectFrom('context_summaries')
    .select(['project_id', 'recent_events', 'additional_notes'])
    .where(w => w.or([w('recent_events', 'like', a.words), w('additional_notes', 'like', a.words)]))
    .orderBy('project_id'),
)

/** The projects whose context, now or in its history, names one of these places of the diary. */
export async function projectsMentioning(tx: Tx, refs: readonly string[]): Promise<string[]> {
  const words = '%diary:%'
  const texts = [
    ...(await tx.all(textsWith, { words })).map(({ project_id, value }) => ({ project_id, text: value })),
    ...(await tx.all(historyWith, { words })).map(({ project_id, recent_events, additional_notes }) => ({
      project_id,
      text: `${recent_events ?? ''}\n${additional_notes ?? ''}`,
    })),
  ]
  const named = texts.filter(({ text }) => refs.some(ref => text.includes(ref)))
  return [...new Set(named.map(({ project_id }) => project_id))]
}
