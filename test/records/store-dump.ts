import type { App } from '../../src/app.ts'

const tables = [
  'projects',
  'principals',
  'project_members',
  'tokens',
  'counters',
  'records',
  'record_related',
  'record_meta',
  'record_versions',
  'changes',
  'sessions',
  'session_activations',
  'session_views',
  'activation_acks',
  'activity',
  'idempotency',
  'record_terms',
  'project_texts',
  'project_settings',
  'project_links',
  'project_extra',
  'context_summaries',
  'context_builds',
  'room_anchors',
  'room_receipts',
  'room_tickets',
  'room_workspaces',
  'room_sessions',
  'room_turns',
  'room_evidence',
]

/** Everything the store holds, table by table, in an order that does not depend on how it came there. */
export async function dumpStore({ db }: Pick<App, 'db'>): Promise<Record<string, string[]>> {
  return db.read(async tx => {
    const dump: Record<string, string[]> = Object.fromEntries(tables.map(table => [table, []]))
    // One statement, since thirty times the way to the server is most of what a dump takes.
    if (tx.engine === 'postgres') {
      for (const { name, row } of await tx.raw<{ name: string; row: string }>(wholeStore)) dump[name]?.push(row)
    } else {
      for (const table of tables) dump[table] = (await tx.raw(`select * from ${table}`)).map(row => JSON.stringify(row))
    }
    for (const rows of Object.values(dump)) rows.sort()
    return dump
  })
}

const wholeStore = tables
  .map(table => `select '${table}' as name, row_to_json(t)::text as row from ${table} t`)
  .join(' union all ')
