import { z } from 'zod'
import { lockProject } from '../../projects/store.ts'
import { projectOperation } from '../context.ts'
import { findNamedProject } from '../named-project.ts'
import { ProjectRef } from '../schema.ts'
import { parseExport } from '../transfer/format.ts'
import { importRecords as importAll } from '../transfer/import.ts'

/** Rolls a transaction back and carries its answer out. */
class DryRun extends Error {
  constructor(readonly ids: Map<string, string>) {
    super('Dry run')
  }
}

export const importRecords = projectOperation({
  name: 'import_records',
  audience: 'people',
  summary: 'Bring an export into a project under new ids, whole or not at all.',
  effect: 'append',
  access: 'admin',
  input: z.strictObject({
    project_id: ProjectRef,
    jsonl: z.string().min(1).describe('The text of an export'),
    dry_run: z.boolean().default(true),
  }),
  output: z.object({
    imported: z.int(),
    ids: z.record(z.string(), z.string()),
    dry_run: z.boolean(),
    project_id: z.string(),
  }),
  find: ({ project_id }, ctx) => findNamedProject(project_id, ctx),
  async run({ jsonl, dry_run }, { db, records: settings, project }) {
    const records = parseExport(jsonl)
    const attempt = db.write(async tx => {
      const ids = await importAll(tx, await lockProject(tx, project.id), records, settings.max_depth)
      if (dry_run) throw new DryRun(ids)
      return ids
    })
    const ids = await attempt.catch((error: unknown) => {
      if (error instanceof DryRun) return error.ids
      throw error
    })
    return { imported: ids.size, ids: Object.fromEntries(ids), dry_run, project_id: project.id }
  },
})
