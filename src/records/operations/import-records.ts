import { z } from 'zod'
import { authorize, findProject, lockProject } from '../../projects/store.ts'
import { recordsOperation } from '../context.ts'
import { ProjectRef } from '../schema.ts'
import { parseExport } from '../transfer/format.ts'
import { importRecords as importAll } from '../transfer/import.ts'

/** Ends a transaction without keeping anything, carrying the answer out. */
class DryRun extends Error {
  constructor(readonly ids: Map<string, string>) {
    super('Dry run')
  }
}

export const importRecords = recordsOperation({
  name: 'import_records',
  audience: 'people',
  summary: 'Bring an export into a project under new ids, whole or not at all.',
  effect: 'append',
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
  async run({ project_id, jsonl, dry_run }, { db, call, records: settings }) {
    const records = parseExport(jsonl)
    const attempt = db.write(async tx => {
      const found = await findProject(tx, call.principal, project_id)
      const project = await lockProject(tx, found.id)
      await authorize(tx, call.principal, project.id, 'admin')
      const ids = await importAll(tx, project, records, settings.max_depth)
      if (dry_run) throw new DryRun(ids)
      return { ids, project: project.id }
    })
    const { ids, project } = await attempt.catch(async (error: unknown) => {
      if (!(error instanceof DryRun)) throw error
      const { id } = await db.read(tx => findProject(tx, call.principal, project_id))
      return { ids: error.ids, project: id }
    })
    return { imported: ids.size, ids: Object.fromEntries(ids), dry_run, project_id: project }
  },
})
