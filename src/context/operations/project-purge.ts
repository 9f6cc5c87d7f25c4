import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { projectOperation } from '../context.ts'
import { findInTrash } from '../find.ts'
import { ProjectRef } from '../schema.ts'
import { eraseProject } from '../store/trash.ts'
import { requireTrashed } from '../trashed.ts'

export const projectPurge = projectOperation({
  name: 'project_purge',
  summary: 'Erase a project in the trash for good; its id stays taken.',
  audience: 'people',
  effect: 'destroy',
  access: 'admin',
  input: z.strictObject({ id: ProjectRef, confirm: z.string().describe('The id once more') }),
  output: z.object({ id: z.string(), purged: z.literal(true), records: z.int() }),
  find: ({ id }, ctx) => findInTrash(id, ctx),
  async run({ confirm }, { db, clock, project }) {
    return db.write(async tx => {
      const { id } = await requireTrashed(tx, project)
      if (confirm !== id) {
        throw new Fault('INVALID_INPUT', 'confirm does not repeat the id.', {
          hint: 'Repeat the id exactly; there is no way back.',
        })
      }
      const records = await eraseProject(tx, id, formatInstant(clock()))
      return { id, purged: true as const, records }
    })
  },
})
