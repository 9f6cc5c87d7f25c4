import { sql } from 'kysely'
import { startEarly, type Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { deleteFrom, insertInto, selectFrom, updateIn } from '../../db/table-statements.ts'
import { columnNames, recordColumns } from '../../db/tables.ts'
import { groupBy } from '../../kernel/group.ts'
import type { StoredRecord } from '../fields.ts'
import type { RefRow } from '../wire.ts'

/** The counter that gives records their numbers; the sample has one of its own, so that a person's first record is R001. */
export type RecordNumbers = 'record' | 'sample_record'

/** The numbers kept for the sample, far from those that people see; the counter of records leaves them out. */
export const sampleNumbers = { after: 90_000, last: 90_100 } as const

export function isSampleNumber(seq: number): boolean {
  return seq > sampleNumbers.after && seq <= sampleNumbers.last
}

export const refColumns = [
  'records.seq',
  'records.id',
  'records.project_id',
  'records.type',
  'records.title',
  'records.summary',
  'records.state',
  'records.parent_seq',
  'records.depth',
  'records.version',
  'records.modified',
  'records.superseded_by',
] as const

/** Direct children, counted through the index on (project, parent). */
const children = sql`select count(*) from records child where child.project_id = records.project_id
  and child.parent_seq = records.seq and child.purged_ts is null`
export const childCounts = [
  sql<number>`(${children})`.as('children_count'),
  sql<number>`(${children} and child.state = 'OPEN')`.as('open_children_count'),
] as const

/** Not purged, and in a project that is not in the trash. */
const live = sql<boolean>`records.purged_ts is null
  and exists (select 1 from projects where projects.id = records.project_id and projects.deleted_ts is null)`

const bySeq = statement((q, a: { seq: number }) =>
  q.selectFrom('records').selectAll().where('seq', '=', a.seq).where(live),
)
const relatedBySeq = selectFrom('record_related', { columns: ['related_seq'], where: ['seq'], orderBy: ['position'] })
const bySeqs = statement((q, a: { seqs: number[] }, d) =>
  q.selectFrom('records').selectAll().where('seq', 'in', d.numbers(a.seqs)).where(live).orderBy('seq'),
)
const relatedBySeqs = statement((q, a: { seqs: number[] }, d) =>
  q.selectFrom('record_related').selectAll().where('seq', 'in', d.numbers(a.seqs)).orderBy('seq').orderBy('position'),
)
const refBySeq = statement((q, a: { seq: number }) =>
  q.selectFrom('records').select(refColumns).select(childCounts).where('seq', '=', a.seq).where(live),
)
const refsBySeqs = statement((q, a: { seqs: number[] }, d) =>
  q
    .selectFrom('records')
    .select(refColumns)
    .select(childCounts)
    .where('seq', 'in', d.numbers(a.seqs))
    .where(live)
    .orderBy('seq'),
)
const childSeqs = statement((q, a: { project: string; parent: number }) =>
  q
    .selectFrom('records')
    .select(['seq', 'state', sql<number>`octet_length(body)`.as('size')])
    .where('project_id', '=', a.project)
    .where('parent_seq', '=', a.parent)
    .where('purged_ts', 'is', null)
    .orderBy('seq'),
)
const insertRow = insertInto('records', columnNames(recordColumns))
const updateRow = updateIn('records', columnNames(recordColumns, 'changing'), ['seq'])
const clearRelated = deleteFrom('record_related', ['seq'])
const insertRelated = insertInto('record_related', ['seq', 'position', 'related_seq'])
const clearMeta = deleteFrom('record_meta', ['seq'])
const insertMeta = insertInto('record_meta', ['seq', 'key', 'value'])
const takeSeq = statement((q, a: { name: RecordNumbers }) =>
  q
    .updateTable('counters')
    .set({
      value: sql<number>`case when value = ${sql.lit(sampleNumbers.after)} and name = 'record'
        then ${sql.lit(sampleNumbers.last)} else value end + 1`,
    })
    .where('name', '=', a.name)
    .returning('value'),
)

/** Records in id order; purged and unknown ones are absent. */
export async function loadRecords(tx: Tx, seqs: number[]): Promise<StoredRecord[]> {
  if (seqs.length === 0) return []
  const loadingRelated = startEarly(tx.all(relatedBySeqs, { seqs }))
  const rows = await tx.all(bySeqs, { seqs })
  const related = groupBy(await loadingRelated, ({ seq }) => seq)
  return rows.map(row => ({ ...row, related: (related.get(row.seq) ?? []).map(({ related_seq }) => related_seq) }))
}

export async function loadRecord(tx: Tx, seq: number): Promise<StoredRecord | undefined> {
  const loadingRelated = startEarly(tx.all(relatedBySeq, { seq }))
  const row = await tx.first(bySeq, { seq })
  return row && { ...row, related: (await loadingRelated).map(({ related_seq }) => related_seq) }
}

export async function loadRefs(tx: Tx, seqs: number[]): Promise<RefRow[]> {
  return seqs.length === 0 ? [] : tx.all(refsBySeqs, { seqs })
}

export async function loadRef(tx: Pick<Tx, 'first'>, seq: number): Promise<RefRow | undefined> {
  return tx.first(refBySeq, { seq })
}

export async function loadChildSeqs(tx: Tx, project: string, parent: number) {
  return tx.all(childSeqs, { project, parent })
}

/** Ids are assigned inside the creating transaction: without gaps in commit order, never reused. */
export async function nextSeq(tx: Tx, name: RecordNumbers = 'record'): Promise<number> {
  const row = await tx.first(takeSeq, { name })
  if (!row) throw new Error('The record counter is missing.')
  return row.value
}

export async function insertRecord(tx: Tx, record: StoredRecord): Promise<void> {
  await tx.send(insertRow, record)
  await writeRelated(tx, record)
  await writeMeta(tx, record)
}

/** Updates the row, and the rows of related records and metadata where those fields changed. */
export async function replaceRecord(tx: Tx, record: StoredRecord, fields: readonly string[]): Promise<void> {
  await tx.send(updateRow, record)
  if (fields.includes('related')) {
    await tx.send(clearRelated, { seq: record.seq })
    await writeRelated(tx, record)
  }
  if (fields.includes('metadata')) {
    await tx.send(clearMeta, { seq: record.seq })
    await writeMeta(tx, record)
  }
}

async function writeRelated(tx: Tx, { seq, related }: StoredRecord): Promise<void> {
  for (const [position, target] of related.entries())
    await tx.send(insertRelated, { seq, position, related_seq: target })
}

/** Rows for filtering: top-level scalars only, as JSON text, so that 1 and "1" differ. */
async function writeMeta(tx: Tx, { seq, metadata }: StoredRecord): Promise<void> {
  const entries: Array<[string, unknown]> = Object.entries(JSON.parse(metadata))
  for (const [key, value] of entries) {
    if (value === null || typeof value !== 'object')
      await tx.send(insertMeta, { seq, key, value: JSON.stringify(value) })
  }
}

/** Sorts like the tree: every level is nine digits and a dot. */
export function pathUnder(parentPath: string, seq: number): string {
  return `${parentPath}${String(seq).padStart(9, '0')}.`
}

export function ancestorsIn(path: string): number[] {
  return path.split('.').slice(0, -2).map(Number)
}

const openRecords = statement(q =>
  q
    .selectFrom('records')
    .select(eb => ['project_id', eb.fn.countAll<number>().as('n')])
    .where('state', '=', 'OPEN')
    .where('purged_ts', 'is', null)
    .groupBy('project_id'),
)

/** How many records are open, by project. */
export async function openRecordCounts(tx: Tx): Promise<Map<string, number>> {
  return new Map((await tx.all(openRecords, {})).map(({ project_id, n }) => [project_id, n]))
}
