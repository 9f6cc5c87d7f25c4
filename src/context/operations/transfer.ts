import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { visibleProjects } from '../../projects/store.ts'
import { contextOperation } from '../context.ts'
import { sanitizeEcho } from '../failure.ts'
import { loadExtras, loadProjectData } from '../store/project-data.ts'
import { conflictRules, ImportReport, importEntries, readArray } from '../transfer/import.ts'

export const projectImport = contextOperation({
  name: 'project_import',
  summary: 'Import the projects of a legacy projects.json; a dry run by default.',
  audience: 'people',
  effect: 'append',
  access: 'owner',
  input: z.strictObject({
    json: z.string().describe('The file’s whole text'),
    dry_run: z.boolean().default(true).describe('Only say what would be done'),
    on_conflict: z.enum(conflictRules).default('skip').describe('What to do with an id that is taken'),
    skip_invalid: z.boolean().default(false).describe('Import the others when some entries cannot be'),
  }),
  output: z.object({
    entries: z.array(ImportReport),
    counts: z.record(z.string(), z.int()),
    dry_run: z.boolean(),
  }),
  async run({ json, dry_run, on_conflict, skip_invalid }, { db, call, clock }) {
    const values = readArray(json)
    const circumstances = { onConflict: on_conflict, principal: call.principal, now: formatInstant(clock()) }
    const entries = await reportsOf(
      db.write(async tx => {
        const reports = await importEntries(tx, values, circumstances)
        if (dry_run) throw new DryRun(reports)
        const invalid = reports.filter(({ status }) => status === 'invalid')
        if (invalid.length > 0 && !skip_invalid) throw refusedImport(reports)
        return reports
      }),
    )
    return { entries, counts: countsOf(entries), dry_run }
  },
})

/** Carries the reports of a dry run out of the transaction it undoes. */
class DryRun extends Error {
  constructor(readonly reports: ImportReport[]) {
    super('A dry run writes nothing.')
  }
}

async function reportsOf(work: Promise<ImportReport[]>): Promise<ImportReport[]> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DryRun) return error.reports
    throw error
  }
}

function refusedImport(reports: readonly ImportReport[]): Fault {
  const lines = reports.flatMap(({ status, id, reason }, index) =>
    status === 'invalid' ? [`entry ${index + 1} ('${sanitizeEcho(id)}'): ${reason}`] : [],
  )
  return new Fault(
    'INVALID_INPUT',
    `${lines.length} of ${reports.length} entries cannot be imported; nothing was written.`,
    {
      details: { lines },
      hint: 'Correct them, or import the others with skip_invalid.',
    },
  )
}

function countsOf(entries: readonly ImportReport[]) {
  const counts = { created: 0, updated: 0, skipped: 0, invalid: 0 }
  for (const { status } of entries) counts[status]++
  return counts
}

export const projectExport = contextOperation({
  name: 'project_export',
  summary: 'All projects you may see in the format that project_import reads.',
  audience: 'people',
  effect: 'read',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.object({ json: z.string(), count: z.int() }),
  async run(_, { db, call }) {
    return db.read(async tx => {
      const rows = await visibleProjects(tx, call)
      const extras = await loadExtras(tx)
      const entries = []
      for (const row of rows) {
        const described = row.description ? { description: row.description } : {}
        entries.push({ ...(await loadProjectData(tx, row)), ...described, ...extras.get(row.id) })
      }
      return { json: `${JSON.stringify(entries, null, 2)}\n`, count: entries.length }
    })
  },
})
