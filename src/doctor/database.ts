import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import pg from 'pg'
import { type App, appOn } from '../app.ts'
import type { Db } from '../db/db.ts'
import { schemaVersion } from '../db/migrations.ts'
import { openDb } from '../db/open.ts'
import { onNetwork, openForReading, readOnlyDb } from '../db/sqlite-connection.ts'
import { callAsOwner } from '../invoke.ts'
import { errorMessage } from '../kernel/fault.ts'
import { formatSize } from '../kernel/numbers.ts'
import { listProjects } from '../records/operations/projects.ts'
import { listSessions } from '../records/operations/sessions.ts'
import { checkRecords } from '../records/operations/transfer.ts'
import { type Examination, type Finding, fail, ok, warn } from './finding.ts'

const mebibyte = 1024 ** 2
const longLog = 64_000_000
/** Reading the whole of a larger file would keep a person waiting. */
const quickCheckLimit = 2048 * mebibyte

export async function checkSqlite(exam: Examination): Promise<Finding[]> {
  const { location } = exam.settings
  const file = statSync(location, { throwIfNoEntry: false })
  if (!file) return [ok('database', `${location} is not there yet; the first start makes it`)]
  if (!file.isFile()) return [fail('database', `${location} is not a file`, 'Name a file with --db or DAYBOOK_DB.')]
  const around = [...checkNetwork(location), ...checkLog(location)]
  let database: DatabaseSyncInstance | undefined
  try {
    database = openForReading(location)
    const schema = schemaIn(database)
    const inside = [ok('database', `${location}, ${formatSize(file.size)}`), judgeSchema(schema)]
    if (!exam.quick) inside.push(quickCheck(database, location, file.size))
    const sound = inside.every(finding => finding.status !== 'fail') && schema === schemaVersion
    return [...inside, ...around, ...(sound ? await checkContent(exam, readOnlyDb(database)) : [])]
  } catch (error) {
    return [unreadable(location, error), ...around]
  } finally {
    close(database)
  }
}

function schemaIn(database: DatabaseSyncInstance): number | 'foreign' {
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
  if (tables.length === 0) return 0
  if (!tables.some(table => Object.values(table).includes('daybook_schema'))) return 'foreign'
  const row = database.prepare('select version from daybook_schema').get()
  return Number(Object.values(row ?? {})[0] ?? 0)
}

function quickCheck(database: DatabaseSyncInstance, location: string, bytes: number): Finding {
  if (bytes > quickCheckLimit) {
    return ok(
      'integrity',
      `not checked: the file has ${formatSize(bytes)}`,
      'Check a copy of it with sqlite3: pragma quick_check',
    )
  }
  const found = database
    .prepare('pragma quick_check(5)')
    .all()
    .flatMap(row => Object.values(row).map(String))
  if (found.length === 1 && found[0] === 'ok') return ok('integrity', 'every page is sound')
  return fail('integrity', `damaged: ${found.join('; ').slice(0, 300)}`, rescue(location))
}

function checkLog(location: string): Finding[] {
  const bytes = statSync(`${location}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (bytes <= longLog) return [ok('write-ahead log', formatSize(bytes))]
  const todo =
    'A reader that never ends keeps it long. Stop all Daybook programs and chat clients, then run any daybook command: it folds the log in.'
  return [warn('write-ahead log', `${formatSize(bytes)}, more than ${formatSize(longLog)}`, todo)]
}

function checkNetwork(location: string): Finding[] {
  if (!onNetwork(dirname(location))) return []
  return [
    warn(
      'file system',
      'the database is on a network file system',
      'Move DAYBOOK_HOME to a local disk, or use PostgreSQL.',
    ),
  ]
}

function unreadable(location: string, error: unknown): Finding {
  const reason = errorMessage(error)
  if (reason.includes('unable to open') || reason.includes('readonly')) {
    return fail(
      'database',
      `${location} cannot be opened: ${reason}`,
      'Check that you may read the file and its folder.',
    )
  }
  return fail('database', `${location} cannot be read: ${reason}`, rescue(location))
}

function rescue(location: string): string {
  return `Daybook leaves it as it is. Stop all Daybook programs, keep a copy, then put a backup in its place, or move ${location} away to start over.`
}

function close(database: DatabaseSyncInstance | undefined): void {
  try {
    database?.close()
  } catch {}
}

/** The database's schema beside the one this program knows; 0 for a database without tables. */
export function judgeSchema(schema: number | 'foreign'): Finding {
  const known = `this program knows ${schemaVersion}`
  if (schema === 'foreign') {
    return fail('schema', 'it holds the tables of another program', 'Name another database with --db or DAYBOOK_DB.')
  }
  if (schema > schemaVersion) {
    const todo = 'Update Daybook (npm install -g daybook@latest); this version leaves the database alone.'
    return fail('schema', `version ${schema} is newer; ${known}`, todo)
  }
  if (schema === schemaVersion) return ok('schema', `version ${schema}`)
  if (schema === 0) return ok('schema', 'it is empty; the next start sets it up')
  return ok('schema', `version ${schema}; ${known}, and the next start brings it up to date`)
}

const oldest = 14

/** Never shows the URL: it may hold a password. */
export async function checkPostgres(exam: Examination): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: exam.settings.location,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const server = (await client.query('show server_version')).rows[0]?.server_version ?? ''
    const table = await client.query(`select to_regclass('daybook_schema') is not null as there`)
    const schema = table.rows[0]?.there
      ? Number((await client.query('select version from daybook_schema')).rows[0]?.version)
      : 0
    const findings = [judgeServer(String(server)), judgeSchema(schema)]
    return schema === schemaVersion ? [...findings, ...(await inside(exam))] : findings
  } catch (error) {
    return [unreachable(error)]
  } finally {
    await client.end().catch(() => {})
  }
}

async function inside(exam: Examination): Promise<Finding[]> {
  const db = await openDb({ location: exam.settings.location })
  try {
    return await checkContent(exam, db)
  } finally {
    await db.close()
  }
}

function judgeServer(version: string): Finding {
  const found = `PostgreSQL ${version}`
  if (Number.parseInt(version, 10) >= oldest) return ok('database', found)
  return warn('database', found, `Daybook is made for PostgreSQL ${oldest} or later: update the server.`)
}

function unreachable(error: unknown): Finding {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
  const todo =
    'Check the address in --db, DAYBOOK_DB or the config file, that the server runs, and the user and password.'
  return fail('database', `PostgreSQL cannot be reached (${code})`, todo)
}

const month = 30 * 86_400_000

/** What is in a sound database: whether everything holds that must, and which sessions were forgotten. */
async function checkContent(exam: Examination, db: Db): Promise<Finding[]> {
  const { settings, quick } = exam
  const app = appOn(db, { records: settings.records, diary: settings.diary })
  const projects = await projectsIn(app)
  const { checkRooms } = await import('./rooms.ts')
  return [
    ...(quick ? [] : [await checkInvariants(app)]),
    await checkSessions(app, projects),
    ...(await checkRooms(exam, db)),
  ]
}

async function projectsIn(app: App): Promise<string[]> {
  const { projects } = await callAsOwner(app, listProjects, {})
  return projects.map(project => project.id)
}

async function checkInvariants(app: App): Promise<Finding> {
  const { ok: holds, violations } = await callAsOwner(app, checkRecords, {})
  if (holds) return ok('records', 'everything that must hold holds')
  const broken = [...new Set(violations.map(violation => violation.invariant))].join(', ')
  return fail(
    'records',
    `${violations.length} violations of ${broken}`,
    'See them: daybook records check. Keep a copy and report it.',
  )
}

async function checkSessions(app: App, projects: string[]): Promise<Finding> {
  const open = []
  for (const project_id of projects) {
    const { sessions } = await callAsOwner(app, listSessions, { project_id })
    open.push(...sessions.filter(session => session.status !== 'closed'))
  }
  const stale = open.filter(session => session.status === 'stale').length
  const old = open.filter(session => app.clock() - Date.parse(session.last_activity) > month)
  const found = `${open.length} open, ${stale} of them stale, ${old.length} idle for more than 30 days`
  if (old.length === 0) return ok('sessions', found)
  const where = [...new Set(old.map(session => session.project_id))][0]
  return warn('sessions', found, `Close them: daybook records sessions --project ${where} --close-older-than 30d`)
}
