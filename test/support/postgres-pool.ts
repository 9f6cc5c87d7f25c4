import pg from 'pg'
import { openApp } from '../../src/app.ts'
import { createPostgresDatabase, type PostgresDatabase, testPostgresUrl } from './postgres.ts'

/**
 * A database with an empty Daybook store. `drop` empties it for the next test of this worker: deleting a few rows
 * takes a tenth of the time of creating and dropping a database.
 */
export async function borrowPostgresStore(): Promise<PostgresDatabase> {
  template ??= makeTemplate()
  const made = await template
  const taken = idle.pop() ?? (await create(made))
  let dropped = false
  return {
    url: taken.url,
    async drop() {
      if (dropped) return
      dropped = true
      if (await taken.empty(made).catch(() => false)) idle.push(taken)
      else await taken.discard()
    },
  }
}

const templateName = 'daybook_template'
/** Beyond this growth in bytes, the space of deleted rows costs more than a new database. */
const maxGrowth = 4_000_000

interface Template {
  /** The statements that reset a store to the template's content. */
  reset: string
  /** A hash of its tables and indexes, the same in every copy. */
  shape: string
  size: number
}

interface Store {
  url: string
  /** False when the store cannot be used again. */
  empty(template: Template): Promise<boolean>
  discard(): Promise<void>
}

let template: Promise<Template> | undefined
const idle: Store[] = []

async function create({ shape }: Template): Promise<Store> {
  const { url, drop } = await createPostgresDatabase(undefined, templateName)
  const client = connect(url)
  return {
    url,
    async empty({ reset, size }) {
      await client.query(endOthers)
      const now = await measure(client)
      if (now.shape !== shape || now.size > size + maxGrowth) return false
      await client.query(reset)
      return true
    },
    async discard() {
      await client.end().catch(() => {})
      await drop()
    },
  }
}

/** Makes the run's database with an empty store; copying it is quicker than migrating each time. */
async function makeTemplate(): Promise<Template> {
  const server = await testPostgresUrl()
  const admin = connect(server)
  const url = new URL(server)
  url.pathname = templateName
  try {
    // The workers of a run start together; the first one to take the lock makes it.
    await admin.query('select pg_advisory_lock(1)')
    const known = await admin.query('select 1 from pg_database where datname = $1', [templateName])
    if (known.rowCount === 0) {
      await admin.query(`create database ${templateName}`)
      await (await openApp({ location: url.href })).close()
    }
    const copy = await createPostgresDatabase(server, templateName)
    const client = connect(copy.url)
    const made = { ...(await measure(client)), reset: await resetStatements(client) }
    await client.end()
    await copy.drop()
    return made
  } finally {
    await admin.end()
  }
}

async function resetStatements(client: pg.Pool): Promise<string> {
  const named = await client.query<{ name: string; kind: string }>(
    `select relname as name, relkind as kind from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by relname`,
  )
  const tables = named.rows.filter(({ kind }) => kind === 'r').map(({ name }) => name)
  const sequences = named.rows.filter(({ kind }) => kind === 'S').map(({ name }) => name)
  const filled: string[] = []
  for (const table of tables) {
    const { rows } = await client.query(`select coalesce(json_agg(t), '[]')::text as given from ${table} t`)
    const given: string = rows[0].given
    if (given !== '[]')
      filled.push(
        `insert into ${table} select * from json_populate_recordset(null::${table}, ${pg.escapeLiteral(given)})`,
      )
  }
  return [
    'begin',
    // Foreign keys are not checked, so the order of the tables does not matter.
    'set local session_replication_role = replica',
    ...tables.map(table => `delete from ${table}`),
    ...sequences.map(sequence => `alter sequence ${sequence} restart`),
    ...filled,
    'commit',
  ].join(';\n')
}

const endOthers = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

async function measure(client: pg.Pool): Promise<{ shape: string; size: number }> {
  const { rows } = await client.query<{ shape: string; size: string }>(
    `select md5(string_agg(concat_ws(' ', oid, relname, relnatts, relchecks, relhastriggers), ',' order by oid)) as shape,
       sum(pg_relation_size(oid)) as size
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i', 'S')`,
  )
  const [row] = rows
  return { shape: row?.shape ?? '', size: Number(row?.size) }
}

/** One connection, which keeps no process alive and reconnects if the server cut it. */
function connect(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server may stop before this worker does.
  pool.on('error', () => {})
  return pool
}
