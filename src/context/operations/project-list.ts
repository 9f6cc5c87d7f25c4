import { z } from 'zod'
import { visibleProjects } from '../../projects/store.ts'
import { contextOperation } from '../context.ts'

export const projectList = contextOperation({
  name: 'project_list',
  title: 'List Projects',
  summary: 'Every project you may see, with its slice and instruction. Use an id with context_build or project_get.',
  effect: 'read',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    projects: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        slice: z.string(),
        template: z.string(),
        instruction: z.string(),
        isMonorepo: z.boolean(),
        projectPath: z.string().optional(),
        updatedAt: z.string(),
      }),
    ),
    count: z.int(),
  }),
  async run(_, { db, call }) {
    const rows = await db.read(tx => visibleProjects(tx, call))
    const projects = rows.map(({ id, name, slice, template, instruction, is_monorepo, project_path, updated }) => ({
      id,
      name,
      slice,
      template,
      instruction,
      isMonorepo: is_monorepo === 1,
      ...(project_path !== null && { projectPath: project_path }),
      updatedAt: updated,
    }))
    return { projects, count: projects.length }
  },
})
