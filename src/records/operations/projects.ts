import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { roles } from '../../kernel/operation.ts'
import { text } from '../../kernel/text.ts'
import { isOwner } from '../../projects/roles.ts'
import { idForNewProject, insertProject, projectIdShape } from '../../projects/store.ts'
import { projectOperation, recordsOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { replay, storeAnswer } from '../idempotency.ts'
import { limits, Project, ProjectRef } from '../schema.ts'
import { Keyed, Replayed } from '../write-schema.ts'

export const createProject = recordsOperation({
  name: 'create_project',
  summary: 'Open a project under a chosen or generated id.',
  effect: 'append',
  access: 'anyone',
  input: z.strictObject({
    name: text({ max: limits.projectName, oneLine: true, trimmed: true }),
    id: z.string().regex(projectIdShape).optional().describe('Omit to have one made from the name'),
    description: text({ max: limits.description, blank: true }).optional(),
    ...Keyed,
  }),
  output: Project.extend(Replayed),
  async run(args, { db, call, clock }) {
    return db.write(async tx => {
      const now = formatInstant(clock())
      const keyed = { operation: 'create_project', principal: call.principal, args, now }
      const replayed = await replay(tx, keyed)
      if (replayed) return replayed as z.output<typeof Project>
      const id = await idForNewProject(tx, call, args)
      const name = args.name.trim()
      const description = args.description ?? ''
      await insertProject(tx, { id, name, description, now, owner: call.principal })
      const result = { id, name, ...(description && { description }), created: now, tick: 0 }
      await storeAnswer(tx, keyed, result)
      return result
    })
  },
})

export const whoami = projectOperation({
  name: 'whoami',
  audience: 'people',
  summary: 'Who you are here, and what you may do in a project.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({ project_id: ProjectRef.optional() }),
  output: z.object({
    principal: z.string(),
    project_id: z.string(),
    role: z.enum(roles),
    is_owner: z.boolean().describe('Whether the person this machine belongs to is calling, with no limited token.'),
  }),
  find: findByProject,
  async run(_, { call, project, role }) {
    return { principal: call.principal, project_id: project.id, role, is_owner: isOwner(call) }
  },
})
