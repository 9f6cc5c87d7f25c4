import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { ProjectRef } from '../schema.ts'
import { exportRecords as exportAll } from '../transfer/export.ts'

export const exportRecords = projectOperation({
  name: 'export_records',
  audience: 'people',
  summary: 'Every record of a project with every version, as JSON Lines.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({ project_id: ProjectRef.optional() }),
  output: z.object({ jsonl: z.string(), records: z.int(), versions: z.int(), project_id: z.string() }),
  find: findByProject,
  async run(_, { db, clock, project }) {
    return db.read(async tx => {
      return { ...(await exportAll(tx, project, formatInstant(clock()))), project_id: project.id }
    })
  },
})
