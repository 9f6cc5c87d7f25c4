import { z } from 'zod'
import { findByProject, projectOperation } from '../context.ts'
import { ProjectData, ProjectRef } from '../schema.ts'
import { loadProjectData } from '../store/project-data.ts'

export const projectGet = projectOperation({
  name: 'project_get',
  title: 'Get Project',
  summary: 'One project with all its fields and stored texts. Change it with project_update.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({ id: ProjectRef }),
  output: ProjectData,
  find: ({ id }, ctx) => findByProject(id, ctx),
  async run(_, { db, project }) {
    return db.read(tx => loadProjectData(tx, project))
  },
})
