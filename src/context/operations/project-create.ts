import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { text } from '../../kernel/text.ts'
import { appendActivity } from '../../projects/activity.ts'
import { isOwner, ownerOnly } from '../../projects/owner.ts'
import { projectIdShape } from '../../projects/slug.ts'
import { idForNewProject } from '../../projects/store.ts'
import { contextOperation } from '../context.ts'
import { CustomTexts, limits, ProjectData, ProjectFields, ProjectName } from '../schema.ts'
import { createProjectRow } from '../store/create.ts'

export const projectCreate = contextOperation({
  name: 'project_create',
  summary: 'Create a project with any of its fields.',
  audience: 'people',
  effect: 'append',
  access: 'anyone',
  input: z.strictObject({
    name: ProjectName,
    id: z.string().regex(projectIdShape).optional().describe('Derived from the name when absent'),
    description: text({ max: limits.description, blank: true }).optional(),
    ...z.strictObject(ProjectFields).partial().shape,
    customData: CustomTexts.optional(),
  }),
  output: ProjectData,
  async run({ name, id: wanted, description = '', ...fields }, { db, call, clock }) {
    if (fields.projectPath !== undefined && !isOwner(call)) throw ownerOnly('projectPath')
    return db.write(async tx => {
      const id = await idForNewProject(tx, call, { id: wanted, name })
      const now = formatInstant(clock())
      const author = { principal: call.principal, source: 'project_create', now } as const
      const created = await createProjectRow(tx, { id, name: name.trim(), description, fields }, author)
      await appendActivity(tx, {
        project_id: id,
        tick: 0,
        ts: now,
        type: 'project_created',
        session_id: null,
        seq: null,
        summary: `Project ${id} created`,
        details: null,
      })
      return created
    })
  },
})
