import type { Tx } from '../../db/db.ts'
import { insertProject, projectById } from '../../projects/store.ts'
import type { ProjectData } from '../schema.ts'
import { type Author, facetOf, loadProjectData, type ProjectPatch, stateOf } from './projects.ts'
import { recordState } from './summaries.ts'
import { loadCustomData, patchCustomData } from './texts.ts'

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
export async function createProjectRow(
  tx: Tx,
  { id, name, description, fields: { customData = {}, ...fields }, created, updated }: NewProject,
  { principal, source, now }: Author,
): Promise<ProjectData> {
  const made = created ?? now
  await insertProject(tx, {
    id,
    name,
    description,
    now: made,
    updated: updated ?? made,
    owner: principal,
    facet: facetOf(fields),
  })
  await patchCustomData(tx, id, customData)
  const state = stateOf(await loadCustomData(tx, id))
  await recordState(tx, state, { project: id, ts: updated ?? made, source, principal })
  return loadProjectData(tx, await projectById(tx, id))
}
