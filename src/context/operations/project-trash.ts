import { z } from 'zod'
import { contextOperation } from '../context.ts'
import { countRecords, trashOf } from '../store/trash.ts'

export const projectTrash = contextOperation({
  name: 'project_trash',
  summary: 'The projects in the trash that you may restore or purge.',
  audience: 'people',
  effect: 'read',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    projects: z.array(z.object({ id: z.string(), name: z.string(), deletedAt: z.string(), records: z.int() })),
    count: z.int(),
  }),
  async run(_, { db, call }) {
    return db.read(async tx => {
      const rows = await trashOf(tx, call)
      const projects = await Promise.all(
        rows.map(async ({ id, name, deleted_ts }) => ({
          id,
          name,
          deletedAt: deleted_ts ?? '',
          records: await countRecords(tx, id),
        })),
      )
      return { projects, count: projects.length }
    })
  },
})
