import { z } from 'zod'
import { roles } from '../../projects/roles.ts'
import { roleIn } from '../../projects/store.ts'
import { recordsOperation } from '../context.ts'
import { projectOfRead } from '../locate.ts'
import { ProjectRef } from '../schema.ts'

export const whoami = recordsOperation({
  name: 'whoami',
  audience: 'people',
  summary: 'Who you are here, and what you may do in a project.',
  effect: 'read',
  input: z.strictObject({ project_id: ProjectRef.optional() }),
  output: z.object({ principal: z.string(), project_id: z.string(), role: z.enum(roles) }),
  async run({ project_id }, { db, call }) {
    return db.read(async tx => {
      const project = await projectOfRead(tx, call, { project_id })
      const role = (await roleIn(tx, call.principal, project.id)) ?? 'reader'
      return { principal: call.principal, project_id: project.id, role }
    })
  },
})
