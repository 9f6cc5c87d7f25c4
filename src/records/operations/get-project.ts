import { z } from 'zod'
import type { ProjectRow } from '../../db/tables.ts'
import { fallbackProject, findProject } from '../../projects/store.ts'
import { recordsOperation } from '../context.ts'
import { Project, ProjectRef } from '../schema.ts'

export const getProject = recordsOperation({
  name: 'get_project',
  summary: 'One project and its tick.',
  effect: 'read',
  input: z.strictObject({ id: ProjectRef.optional() }),
  output: Project,
  async run({ id }, { db, call }) {
    return db.read(async tx => {
      if (id !== undefined) return wireProject(await findProject(tx, call.principal, id))
      return wireProject(await fallbackProject(tx, call.principal, call.project))
    })
  },
})

function wireProject({ id, name, description, created, tick }: ProjectRow): z.output<typeof Project> {
  return { id, name, ...(description && { description }), created, tick }
}
