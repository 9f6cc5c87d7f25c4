import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { insertInto, selectFrom } from '../../db/table-statements.ts'
import { type ChangeRow, changeColumns, columnNames, type VersionRow, versionColumns } from '../../db/tables.ts'
import type { Record } from '../schema.ts'

const insertVersionRow = insertInto('record_versions', columnNames(versionColumns))
const insertChangeRow = insertInto('changes', columnNames(changeColumns))
const oneVersion = selectFrom('record_versions', { where: ['seq', 'version'] })
const versionAtTick = statement((q, a: { seq: number; tick: number }) =>
  q
    .selectFrom('record_versions')
    .selectAll()
    .where('seq', '=', a.seq)
    .where('tick', '<=', a.tick)
    .orderBy('tick', 'desc')
    .limit(1),
)
const versionAtTime = statement((q, a: { seq: number; ts: string }, d) =>
  q
    .selectFrom('record_versions')
    .selectAll()
    .where('seq', '=', a.seq)
    .where('ts', '<=', d.time(a.ts))
    .orderBy('version', 'desc')
    .limit(1),
)
const versionsPage = statement((q, a: { seq: number; since: string; before: number; limit: number }, d) =>
  q
    .selectFrom('record_versions')
    .selectAll()
    .where('seq', '=', a.seq)
    .where('ts', '>=', d.time(a.since))
    .where('version', '<', a.before)
    .orderBy('version', 'desc')
    .limit(a.limit),
)
const versionsCount = statement((q, a: { seq: number; since: string }, d) =>
  q
    .selectFrom('record_versions')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('seq', '=', a.seq)
    .where('ts', '>=', d.time(a.since)),
)
const changedBySession = statement((q, a: { session: string; project: string; after: number }) =>
  q
    .selectFrom('record_versions')
    .select('seq')
    .distinct()
    .where('session_id', '=', a.session)
    .where('tick', '>', a.after)
    .where('project_id', '=', a.project)
    .orderBy('seq'),
)
const versionsSince = statement((q, a: { seq: number; after: number }) =>
  q
    .selectFrom('record_versions')
    .selectAll()
    .where('seq', '=', a.seq)
    .where('version', '>', a.after)
    .orderBy('version'),
)

const snapshotsOf = statement(
  (_, a: { seqs: number[]; versions: number[] }, d) => sql<{ seq: number; version: number; snapshot: string }>`
    select seq, version, snapshot from ${d.pairs(a.seqs, a.versions)}
    join record_versions on record_versions.seq = given.a and record_versions.version = given.b`,
)

export interface Version extends Omit<VersionRow, 'fields' | 'snapshot'> {
  fields: string[]
  record: Record
}

export async function insertVersion(
  tx: Tx,
  row: Omit<VersionRow, 'fields' | 'snapshot'> & { fields: string[]; record: Record },
) {
  const { fields, record, ...rest } = row
  await tx.send(insertVersionRow, { ...rest, fields: JSON.stringify(fields), snapshot: JSON.stringify(record) })
}

export async function insertChange(tx: Tx, row: ChangeRow): Promise<void> {
  await tx.send(insertChangeRow, row)
}

export async function loadVersion(tx: Tx, seq: number, version: number): Promise<Version | undefined> {
  return unpackRow(await tx.first(oneVersion, { seq, version }))
}

export async function loadVersionAtTick(tx: Tx, seq: number, tick: number): Promise<Version | undefined> {
  return unpackRow(await tx.first(versionAtTick, { seq, tick }))
}

export async function loadVersionAtTime(tx: Tx, seq: number, ts: string): Promise<Version | undefined> {
  return unpackRow(await tx.first(versionAtTime, { seq, ts }))
}

/** record → version → the record at that version. */
export async function loadVersions(
  tx: Tx,
  wanted: ReadonlyArray<{ seq: number; version: number }>,
): Promise<Map<number, Map<number, Record>>> {
  const [seqs, versions] = [wanted.map(({ seq }) => seq), wanted.map(({ version }) => version)]
  const found = new Map<number, Map<number, Record>>(seqs.map(seq => [seq, new Map()]))
  const rows = wanted.length === 0 ? [] : await tx.all(snapshotsOf, { seqs, versions })
  for (const { seq, version, snapshot } of rows) found.get(seq)?.set(version, JSON.parse(snapshot))
  return found
}

/** Everything after a version, oldest first. */
export async function loadVersionsSince(tx: Tx, seq: number, after: number): Promise<Version[]> {
  return (await tx.all(versionsSince, { seq, after })).map(unpack)
}

export async function loadHistory(tx: Tx, page: { seq: number; since: string; before: number; limit: number }) {
  const rows = await tx.all(versionsPage, page)
  const count = await tx.first(versionsCount, { seq: page.seq, since: page.since })
  return { versions: rows.map(unpack), total: count?.n ?? 0 }
}

/** Distinct records a session changed after a tick, ascending. */
export async function changedBy(tx: Tx, session: string, project: string, after: number): Promise<number[]> {
  return (await tx.all(changedBySession, { session, project, after })).map(row => row.seq)
}

function unpackRow(row: VersionRow | undefined): Version | undefined {
  return row && unpack(row)
}

function unpack({ fields, snapshot, ...rest }: VersionRow): Version {
  return { ...rest, fields: JSON.parse(fields), record: JSON.parse(snapshot) }
}
