import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { ProjectRow } from '../../db/tables.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { recordId } from '../record-id.ts'
import { ProjectRef } from '../schema.ts'
import { loadVersionsSince } from '../store/versions.ts'
import type { ExportedRecord, Header } from '../transfer/format.ts'

const liveSeqs = statement((q, a: { project: string }) =>
  q
    .selectFrom('records')
    .select('seq')
    .where('project_id', '=', a.project)
    .where('purged_ts', 'is', null)
    .orderBy('seq'),
)

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
  for (const { seq } of await tx.all(liveSeqs, { project: project.id })) {
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
