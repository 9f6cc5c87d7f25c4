import type { Tx } from '../../db/db.ts'
import { insertProject, projectById } from '../../projects/store.ts'
import type { ProjectData } from '../schema.ts'
import { loadProjectData } from './project-data.ts'
import { type Author, facetOf, type ProjectPatch, stateOf } from './projects.ts'
import { recordFirstState } from './summaries.ts'
import { patchCustomData } from './texts.ts'

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
