import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { appendActivity } from '../../projects/activity.ts'
import { projectById } from '../../projects/store.ts'
import { projectOperation } from '../context.ts'
import { findInTrash } from '../find.ts'
import { ProjectData, ProjectRef } from '../schema.ts'
import { loadProjectData } from '../store/project-data.ts'
import { showProject } from '../store/trash.ts'
import { requireTrashed } from '../trashed.ts'

export const projectRestore = projectOperation({
  name: 'project_restore',
  summary: 'Bring a project back from the trash as it was.',
  audience: 'people',
  effect: 'change',
  access: 'admin',
  input: z.strictObject({ id: ProjectRef }),
  output: ProjectData,
  find: ({ id }, ctx) => findInTrash(id, ctx),
  async run(_, { db, clock, project }) {
    return db.write(async tx => {
      const { id, tick } = await requireTrashed(tx, project)
      await showProject(tx, id)
      await appendActivity(tx, {
        project_id: id,
        tick,
        ts: formatInstant(clock()),
        type: 'project_restored',
        session_id: null,
        seq: null,
        summary: `Project ${id} restored from the trash`,
        details: null,
      })
      return loadProjectData(tx, await projectById(tx, id))
    })
  },
})
