import { z } from 'zod'
import { contextOperation } from '../context.ts'
import { ProjectData, ProjectRef } from '../schema.ts'
import { loadProjectData, requireProject } from '../store/projects.ts'

export const projectGet = contextOperation({
  name: 'project_get',
  title: 'Get Project',
  summary: 'One project with all its fields and stored texts. Change it with project_update.',
  effect: 'read',
  input: z.strictObject({ id: ProjectRef }),
  output: ProjectData,
  async run({ id }, { db, call }) {
    return db.read(async tx => loadProjectData(tx, await requireProject(tx, call.principal, id, 'reader')))
  },
})
