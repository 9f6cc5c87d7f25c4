import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import { selectFrom } from '../../db/table-statements.ts'
import type { ProjectRow } from '../../db/tables.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { findProject, lockProject, visibleProjects } from '../../projects/store.ts'
import { checkProject } from '../check/check-project.ts'
import { projectOperation, recordsOperation } from '../context.ts'
import { findByProject, findNamedProject } from '../find.ts'
import { recordId } from '../record-id.ts'
import { ProjectRef } from '../schema.ts'
import { loadVersionsSince } from '../store/versions.ts'
import { type ExportedRecord, type Header, parseExport } from '../transfer/format.ts'
import { importRecords as importAll } from '../transfer/import.ts'

const liveSeqs = selectFrom('records', {
  columns: ['seq'],
  where: ['project_id'],
  isNull: ['purged_ts'],
  orderBy: ['seq'],
})

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
      return { ...(await writeLines(tx, project, formatInstant(clock()))), project_id: project.id }
    })
  },
})

/** A header and one line per record with all its versions; purged records are left out. */
async function writeLines(tx: Tx, project: ProjectRow, exported: string) {
  const header: z.input<typeof Header> = {
    format: 'daybook-records',
    version: 1,
    project: { id: project.id, name: project.name },
    tick: project.tick,
    exported,
  }
  const lines: object[] = [header]
  let versions = 0
  for (const { seq } of await tx.all(liveSeqs, { project_id: project.id })) {
    const history = await loadVersionsSince(tx, seq, 0)
    versions += history.length
    lines.push({
      id: recordId(seq),
      versions: history.map(({ tick, session_id, change, fields, reason, forced, overwritten_version, record }) => ({
        tick,
        session_id,
        change: change as ExportedRecord['versions'][number]['change'],
        fields,
        reason,
        forced: forced === 1,
        overwritten_version,
        record,
      })),
    })
  }
  return { jsonl: `${lines.map(line => JSON.stringify(line)).join('\n')}\n`, records: lines.length - 1, versions }
}

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

export const checkRecords = recordsOperation({
  name: 'check_records',
  audience: 'people',
  summary: 'Verify every invariant of the stored records; reports what is broken and repairs nothing.',
  effect: 'read',
  access: 'anyone',
  input: z.strictObject({ project_id: ProjectRef.optional().describe('All you may see when left out') }),
  output: z.object({
    ok: z.boolean(),
    checked: z.object({ projects: z.int(), records: z.int() }),
    violations: z.array(
      z.object({
        project_id: z.string(),
        invariant: z.string(),
        message: z.string(),
        rows: z.array(z.record(z.string(), z.unknown())),
      }),
    ),
    secrets: z
      .array(z.object({ project_id: z.string(), id: z.string(), field: z.string(), kinds: z.array(z.string()) }))
      .optional()
      .describe('Fields that hold what looks like a secret; never the secret'),
  }),
  async run({ project_id }, { db, call, records: settings }) {
    return db.read(async tx => {
      const projects =
        project_id === undefined ? await visibleProjects(tx, call) : [await findProject(tx, call, project_id)]
      const violations = []
      const secrets = []
      let records = 0
      for (const { id } of projects) {
        const checked = await checkProject(tx, id, settings.max_depth)
        records += checked.records
        secrets.push(...checked.secrets.map(each => ({ project_id: id, ...each })))
        violations.push(
          ...checked.violations.map(each => ({ project_id: id, ...each, rows: each.rows.map(row => ({ ...row })) })),
        )
      }
      return {
        ok: violations.length === 0,
        checked: { projects: projects.length, records },
        violations,
        ...(secrets.length > 0 && { secrets }),
      }
    })
  },
})
