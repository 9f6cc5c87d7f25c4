import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { schemaVersion } from '../db/migrations.ts'
import { onNetwork } from '../db/sqlite.ts'
import { openForReading, readOnlyDb } from '../db/sqlite-read-only.ts'
import { checkContent } from './content.ts'
import { type Examination, type Finding, fail, ok, size, warn } from './finding.ts'
import { judgeSchema } from './schema.ts'

const mebibyte = 1024 ** 2
const longLog = 64 * mebibyte
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
    const inside = [ok('database', `${location}, ${size(file.size)}`), judgeSchema(schema)]
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
      `not checked: the file has ${size(bytes)}`,
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
  if (bytes <= longLog) return [ok('write-ahead log', size(bytes))]
  const todo =
    'A reader that never ends keeps it long. Stop all Daybook programs and chat clients, then run any daybook command: it folds the log in.'
  return [warn('write-ahead log', `${size(bytes)}, more than ${size(longLog)}`, todo)]
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
  const reason = error instanceof Error ? error.message : String(error)
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
