import { z } from 'zod'
import type { ProjectRow } from '../../db/tables.ts'
import { projectOperation } from '../context.ts'
import { findNamedProject } from '../named-project.ts'
import { Project, ProjectRef } from '../schema.ts'

export const getProject = projectOperation({
  name: 'get_project',
  summary: 'One project and its tick.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({ id: ProjectRef.optional() }),
  output: Project,
  find: ({ id }, ctx) => findNamedProject(id, ctx),
  async run(_, { project }) {
    return wireProject(project)
  },
})

function wireProject({ id, name, description, created, tick }: ProjectRow): z.output<typeof Project> {
  return { id, name, ...(description && { description }), created, tick }
}
