import { type RawBuilder, sql } from 'kysely'
import { type Statement, statement } from '../../db/statement.ts'
import { sampleNumbers } from '../store/records.ts'

/** Finds the rows of one project that break a rule. */
interface Invariant {
  id: string
  rule: string
  violations: Statement<{ project: string }, object>
}

function invariant(id: string, rule: string, query: (a: { project: string }) => RawBuilder<object>): Invariant {
  return { id, rule, violations: statement((_, a: { project: string }) => query(a)) }
}

const ownNumbers = sql`(seq <= ${sql.lit(sampleNumbers.after)} or seq > ${sql.lit(sampleNumbers.last)})`
const versionKinds = sql`('created', 'modified', 'state_changed')`

export const invariants: readonly Invariant[] = [
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
    // Those of purged projects are counted apart, because their rows are gone; the sample's numbers are left out.
    a => sql`select value, (select count(*) from records where ${ownNumbers}) as records, ${a.project} as project from counters
      where name = 'record' and (value < (select coalesce(max(seq), 0) from records where ${ownNumbers}) or value <>
        (select count(*) from records where ${ownNumbers})
        + coalesce((select value from counters where name = 'erased_record'), 0)
        + case when value > ${sql.lit(sampleNumbers.after)} then ${sql.lit(sampleNumbers.last - sampleNumbers.after)} else 0 end)`,
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
    'parent, related, resolver and successor are in the same project',
    a => sql`select r.seq, o.seq as other from records r
      join records o on o.seq = r.parent_seq or o.seq = r.resolved_by or o.seq = r.superseded_by
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
  invariant(
    'I13',
    'what was superseded is closed, and not by itself',
    a => sql`select seq, state from records where project_id = ${a.project} and superseded_by is not null
      and (state not in ('RESOLVED', 'DISCARDED') or superseded_by = seq)`,
  ),
]
