import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { sameJson } from '../field-diff.ts'
import { type StoredRecord, snapshotOf } from '../fields.ts'
import { recordId } from '../record-id.ts'
import { loadRecords } from '../store/records.ts'
import { termsAreCurrent } from '../store/terms.ts'
import { loadVersion } from '../store/versions.ts'
import { cyclesIn } from '../supersession.ts'
import { textFields } from '../text-fields.ts'
import { invariants } from './invariants.ts'

const recordPage = statement((q, a: { project: string; after: number; limit: number }) =>
  q
    .selectFrom('records')
    .select('seq')
    .where('project_id', '=', a.project)
    .where('seq', '>', a.after)
    .where('purged_ts', 'is', null)
    .orderBy('seq')
    .limit(a.limit),
)

interface Violation {
  invariant: string
  message: string
  rows: object[]
}

/** A field of a record that holds what looks like a secret; never the secret. */
interface FieldWithSecrets {
  id: string
  field: string
  kinds: string[]
}

const maxRows = 20
const pageSize = 200

/** Verifies every invariant of one project and repairs none. */
export async function checkProject(
  tx: Tx,
  project: string,
  maxDepth: number,
): Promise<{ records: number; violations: Violation[]; secrets: FieldWithSecrets[] }> {
  const found: Violation[] = []
  for (const { id, rule, violations } of invariants) {
    const rows = await tx.all(violations, { project })
    if (rows.length > 0)
      found.push({ invariant: id, message: `Broken: ${rule}.`, rows: rows.slice(0, maxRows).map(row => ({ ...row })) })
  }
  const report = (invariant: string, message: string, record: StoredRecord) =>
    found.push({ invariant, message, rows: [{ seq: record.seq, id: record.id }] })

  // Loaded here, because nothing else of the records needs the many patterns.
  const { secretKinds } = await import('../../evidence/secrets.ts')
  const secrets: FieldWithSecrets[] = []
  const resolvers = new Map<number, number>()
  const successors = new Map<number, number>()
  let records = 0
  for (let after = 0; ; ) {
    const seqs = (await tx.all(recordPage, { project, after, limit: pageSize })).map(row => row.seq)
    for (const record of await loadRecords(tx, seqs)) {
      records++
      if (record.resolved_by !== null) resolvers.set(record.seq, record.resolved_by)
      if (record.superseded_by !== null) successors.set(record.seq, record.superseded_by)
      if (record.depth > maxDepth) report('I6', 'Broken: no record is deeper than the limit.', record)
      const latest = await loadVersion(tx, record.seq, record.version)
      if (!sameJson(latest?.record, snapshotOf(record)))
        report('I4', 'Broken: the latest snapshot equals the record.', record)
      if (!(await termsAreCurrent(tx, record))) report('I9', 'Broken: the index holds the terms of the text.', record)
      for (const field of [...textFields, 'metadata', 'state_reason'] as const) {
        const kinds = secretKinds(record[field] ?? '')
        if (kinds.length > 0) secrets.push({ id: record.id, field, kinds })
      }
    }
    const last = seqs.at(-1)
    if (last === undefined) break
    after = last
  }
  for (const [invariant, what, links] of [
    ['I8', 'resolvers', resolvers],
    ['I13', 'successors', successors],
  ] as const) {
    for (const cycle of cyclesIn(links)) {
      const rows = cycle.map(seq => ({ seq, id: recordId(seq) }))
      found.push({ invariant, message: `Broken: ${what} form no cycle.`, rows })
    }
  }
  return { records, violations: found, secrets }
}
