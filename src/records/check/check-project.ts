import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { type Statement, statement } from '../../db/statement.ts'
import { sameJson } from '../field-diff.ts'
import { type StoredRecord, snapshotOf } from '../fields.ts'
import { recordId } from '../record-id.ts'
import { loadRecords } from '../store/records.ts'
import { termsAreCurrent } from '../store/terms.ts'
import { loadVersion } from '../store/versions.ts'
import { textFields } from '../text-fields.ts'

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
  let records = 0
  for (let after = 0; ; ) {
    const seqs = (await tx.all(recordPage, { project, after, limit: pageSize })).map(row => row.seq)
    for (const record of await loadRecords(tx, seqs)) {
      records++
      if (record.resolved_by !== null) resolvers.set(record.seq, record.resolved_by)
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
  for (const cycle of resolverCycles(resolvers)) {
    found.push({
      invariant: 'I8',
      message: 'Broken: resolvers form no cycle.',
      rows: cycle.map(seq => ({ seq, id: recordId(seq) })),
    })
  }
  return { records, violations: found, secrets }
}

/** A record may resolve itself; two that resolve each other are a cycle. */
function resolverCycles(resolvers: ReadonlyMap<number, number>): number[][] {
  const settled = new Set<number>()
  const cycles: number[][] = []
  for (const start of resolvers.keys()) {
    const walked: number[] = []
    let at: number | undefined = start
    while (at !== undefined && !settled.has(at) && !walked.includes(at)) {
      walked.push(at)
      at = resolvers.get(at)
    }
    const entry = at === undefined ? -1 : walked.indexOf(at)
    if (entry >= 0 && walked.length - entry > 1) cycles.push(walked.slice(entry))
    for (const seq of walked) settled.add(seq)
  }
  return cycles
}

/** Finds the rows of one project that break a rule. */
interface Invariant {
  id: string
  rule: string
  violations: Statement<{ project: string }, object>
}

function invariant(id: string, rule: string, query: (a: { project: string }) => RawBuilder<object>): Invariant {
  return { id, rule, violations: statement((_, a: { project: string }) => query(a)) }
}

const versionKinds = sql`('created', 'modified', 'state_changed')`

const invariants: readonly Invariant[] = [
  invariant(
    'I1',
    'ticks run from 1 to the project tick without gaps',
    a => sql`select p.id, p.tick, count(c.tick) as changes from projects p left join changes c on c.project_id = p.id
      where p.id = ${a.project} group by p.id, p.tick
      having count(c.tick) <> p.tick or coalesce(min(c.tick), 1) <> 1 or coalesce(max(c.tick), 0) <> p.tick`,
  ),
  invariant(
    'I2',
    'time never decreases in tick order',
    a => sql`select c.tick from changes c join changes before on before.project_id = c.project_id and before.tick = c.tick - 1
      where c.project_id = ${a.project} and c.ts < before.ts`,
  ),
  invariant(
    'I3',
    'every change of a record has exactly its one version',
    a => sql`select c.tick, c.seq from changes c join records r on r.seq = c.seq and r.purged_ts is null
      left join record_versions v on v.seq = c.seq and v.tick = c.tick and v.version = c.version
      where c.project_id = ${a.project} and c.kind in ${versionKinds} and v.seq is null`,
  ),
  invariant(
    'I3',
    'every version has exactly its one change',
    a => sql`select v.seq, v.version, v.tick from record_versions v
      left join changes c on c.project_id = v.project_id and c.tick = v.tick and c.seq = v.seq and c.kind in ${versionKinds}
      where v.project_id = ${a.project} and c.tick is null`,
  ),
  invariant(
    'I4',
    'versions run from 1 to the version of the record without gaps',
    a => sql`select r.seq, r.version, count(v.version) as versions from records r left join record_versions v on v.seq = r.seq
      where r.project_id = ${a.project} and r.purged_ts is null group by r.seq, r.version
      having count(v.version) <> r.version or min(v.version) <> 1 or max(v.version) <> r.version`,
  ),
  invariant(
    'I5',
    'the record counter equals the ids ever assigned',
    // Those of purged projects are counted apart, because their rows are gone.
    a => sql`select value, (select count(*) from records) as records, ${a.project} as project from counters
      where name = 'record' and (value < (select coalesce(max(seq), 0) from records) or value <>
        (select count(*) from records) + coalesce((select value from counters where name = 'erased_record'), 0))`,
  ),
  invariant(
    'I6',
    'path and depth follow from the parent',
    a => sql`select r.seq, r.path, r.depth from records r left join records p on p.seq = r.parent_seq
      where r.project_id = ${a.project} and r.purged_ts is null
        and (r.depth <> coalesce(p.depth, 0) + 1
          or r.path <> coalesce(p.path, '') || substr('000000000' || cast(r.seq as text), length(cast(r.seq as text)) + 1) || '.')`,
  ),
  invariant(
    'I7',
    'parent, related and resolver are in the same project',
    a => sql`select r.seq, o.seq as other from records r
      join records o on o.seq = r.parent_seq or o.seq = r.resolved_by
      where r.project_id = ${a.project} and o.project_id <> r.project_id
      union all select l.seq, l.related_seq from record_related l join records r on r.seq = l.seq
      left join records o on o.seq = l.related_seq
      where r.project_id = ${a.project} and (o.seq is null or o.project_id <> r.project_id)`,
  ),
  invariant(
    'I8',
    'a resolver is named only while RESOLVED',
    a =>
      sql`select seq, state from records where project_id = ${a.project} and resolved_by is not null and state <> 'RESOLVED'`,
  ),
  invariant(
    'I10',
    'closed sessions know and hold nothing',
    a => sql`select s.id from sessions s where s.project_id = ${a.project} and s.closed_ts is not null
      and (exists (select 1 from session_activations x where x.session_id = s.id)
        or exists (select 1 from session_views x where x.session_id = s.id)
        or exists (select 1 from activation_acks x where x.session_id = s.id))`,
  ),
  invariant(
    'I11',
    'no session has seen more than there is',
    a => sql`select v.session_id, v.seq from session_views v join sessions s on s.id = v.session_id
      join records r on r.seq = v.seq where s.project_id = ${a.project} and v.seen_version > r.version`,
  ),
  invariant(
    'I11',
    'start, sync point and tick are in order',
    a => sql`select s.id from sessions s join projects p on p.id = s.project_id where s.project_id = ${a.project}
      and (s.start_tick > s.last_sync_tick or s.last_sync_tick > p.tick)`,
  ),
  invariant(
    'I12',
    'every activation has a view',
    a => sql`select x.session_id, x.seq from session_activations x join sessions s on s.id = x.session_id
      left join session_views v on v.session_id = x.session_id and v.seq = x.seq
      where s.project_id = ${a.project} and v.seq is null`,
  ),
]
