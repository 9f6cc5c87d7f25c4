import { z } from 'zod'
import { roles } from '../../kernel/operation.ts'
import { isOwner } from '../../projects/owner.ts'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { ProjectRef } from '../schema.ts'

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
