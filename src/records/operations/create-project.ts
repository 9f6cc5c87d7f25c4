import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { text } from '../../kernel/text.ts'
import { projectIdShape } from '../../projects/slug.ts'
import { idForNewProject, insertProject } from '../../projects/store.ts'
import { recordsOperation } from '../context.ts'
import { remember, replay } from '../idempotency.ts'
import { limits, Project } from '../schema.ts'
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
      await remember(tx, keyed, result)
      return result
    })
  },
})
