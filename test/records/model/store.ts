import type { Db, Tx } from '../../../src/db/db.ts'
import { type Answer, project, type Session, type World, wire } from './world.ts'

const tables: { [table: string]: string } = {
  projects: 'id',
  principals: 'id',
  project_members: 'project_id, principal_id',
  tokens: 'sha256',
  counters: 'name',
  records: 'seq',
  record_related: 'seq, position',
  record_meta: 'seq, key',
  record_versions: 'seq, version',
  changes: 'project_id, tick',
  sessions: 'id',
  session_activations: 'session_id, position',
  session_views: 'session_id, seq',
  activation_acks: 'session_id, seq, other_session_id',
  activity: 'id',
  idempotency: 'principal_id, key',
}

export type Dump = { [table: string]: Answer[] }

/** Every row of every table, in a fixed order. */
export async function dump(db: Db): Promise<Dump> {
  return db.read(async tx => {
    const rows = await rowsOf(tx, Object.keys(tables))
    const terms =
      tx.engine === 'sqlite'
        ? `select rowid as seq, title, summary, body, metadata from record_terms order by rowid`
        : `select seq, terms::text from record_terms order by seq`
    rows.terms = (await tx.raw<object>(terms)).map(row => ({ ...row }))
    return rows
  })
}

/** The rows that the model predicts. */
export async function modelled(db: Db): Promise<Dump> {
  return db.read(tx => rowsOf(tx, modelledTables))
}

const modelledTables = [
  'projects',
  'counters',
  'record_versions',
  'changes',
  'sessions',
  'session_activations',
  'session_views',
  'activation_acks',
  'idempotency',
  'activity',
]

async function rowsOf(tx: Tx, wanted: string[]): Promise<Dump> {
  const rows: Dump = {}
  for (const table of wanted) {
    rows[table] = (await tx.raw<object>(`select * from ${table} order by ${tables[table]}`)).map(row => ({ ...row }))
  }
  return rows
}

/** The stored state in the words of the model. */
export function stateOf(rows: Dump) {
  const of = (table: string) => rows[table] ?? []
  return {
    tick: of('projects').find(row => row.id === project).tick,
    counter: of('counters').find(row => row.name === 'record').value,
    versions: of('record_versions').map(row => ({
      record: JSON.parse(row.snapshot),
      tick: row.tick,
      session: row.session_id,
      change: row.change,
    })),
    changes: of('changes').map(row => [row.tick, row.kind, row.seq, row.version, row.session_id]),
    sessions: of('sessions').map(row => ({
      id: row.id,
      generation: row.generation,
      start: row.start_tick,
      sync: row.last_sync_tick,
      save: row.last_save_tick,
      touched: row.last_activity,
      closed: row.closed_ts,
      active: mine('session_activations', row.id).map(each => each.seq),
      views: mine('session_views', row.id).map(each => [each.seq, each.seen_version]),
      acks: mine('activation_acks', row.id).map(each => [each.seq, each.other_session_id]),
    })),
    keys: of('idempotency').map(row => row.key),
    feed: of('activity')
      .map(row => `${row.type} ${row.session_id} ${row.seq ?? '-'}`)
      .sort(),
  }

  function mine(table: string, session: string) {
    return of(table).filter(row => row.session_id === session)
  }
}

/** The state that the model predicts, in the same form. */
export function expectedState(world: World): ReturnType<typeof stateOf> {
  return {
    tick: world.tick,
    counter: world.records.size,
    versions: [...world.records].flatMap(([id, versions]) =>
      versions.map(version => ({
        record: wire(world, id, version),
        tick: version.tick,
        session: version.session,
        change: version.change,
      })),
    ),
    changes: world.changes.map(row => [row.tick, row.kind, row.record && seq(row.record), row.version, row.session]),
    sessions: [...world.sessions.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(sessionState),
    keys: [...world.answers.keys()].sort(),
    feed: world.feed.map(entry => entry.replace(/R0*(\d+)$/, '$1')).sort(),
  }
}

function sessionState(session: Session) {
  const bySeq = <T>(entries: Iterable<[string, T]>) =>
    [...entries].map(([id, value]): [number, T] => [seq(id), value]).sort(([a], [b]) => a - b)
  return {
    id: session.id,
    generation: session.generation,
    start: session.start,
    sync: session.sync,
    save: session.save,
    touched: session.touched,
    closed: session.closed,
    active: session.active.map(seq),
    views: bySeq(session.views),
    acks: bySeq(session.acks).flatMap(([record, others]) => [...others].sort().map(other => [record, other])),
  }
}

function seq(id: string): number {
  return Number(id.slice(1))
}
