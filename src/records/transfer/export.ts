import type { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { ProjectRow } from '../../db/tables.ts'
import { recordId } from '../record-id.ts'
import { loadVersionsSince } from '../store/versions.ts'
import type { ExportedRecord, Header } from './format.ts'

const liveSeqs = statement((q, a: { project: string }) =>
  q
    .selectFrom('records')
    .select('seq')
    .where('project_id', '=', a.project)
    .where('purged_ts', 'is', null)
    .orderBy('seq'),
)

/** A header and one line per record with all its versions; purged records are left out. */
export async function exportRecords(tx: Tx, project: ProjectRow, exported: string) {
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
