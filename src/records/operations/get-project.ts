import { z } from 'zod'
import { projectOperation } from '../context.ts'
import { findNamedProject } from '../find.ts'
import { Project, ProjectRef } from '../schema.ts'

export const getProject = projectOperation({
  name: 'get_project',
  summary: 'One project and its tick.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({ id: ProjectRef.optional() }),
  output: Project,
  find: ({ id }, ctx) => findNamedProject(id, ctx),
  async run(_, { project: { id, name, description, created, tick } }) {
    return { id, name, ...(description && { description }), created, tick }
  },
})
