import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { recordsOperation } from '../context.ts'
import { projectOfRead } from '../locate.ts'
import { ProjectRef } from '../schema.ts'
import { exportRecords as exportAll } from '../transfer/export.ts'

export const exportRecords = recordsOperation({
  name: 'export_records',
  audience: 'people',
  summary: 'Every record of a project with every version, as JSON Lines.',
  effect: 'read',
  input: z.strictObject({ project_id: ProjectRef.optional() }),
  output: z.object({ jsonl: z.string(), records: z.int(), versions: z.int(), project_id: z.string() }),
  async run({ project_id }, { db, call, clock }) {
    return db.read(async tx => {
      const project = await projectOfRead(tx, call, { project_id })
      return { ...(await exportAll(tx, project, formatInstant(clock()))), project_id: project.id }
    })
  },
})
