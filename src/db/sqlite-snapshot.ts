import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { backup, DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'

export type Row = { readonly [column: string]: unknown }
type Value = string | number | null

/** Another program's database as it was at one instant; it is never written to. */
export interface Snapshot {
  /** The columns of a table; none where there is no such table. */
  columns(table: string): ReadonlySet<string>
  all(sql: string, ...values: Value[]): Row[]
  /** One row in memory at a time; the same query may run again after the last row. */
  each(sql: string, ...values: Value[]): Iterable<Row>
  close(): void
}

/** Opens a file read-only inside one read transaction; waits up to `waitMs` while it is locked. */
export function openSnapshot(file: string, waitMs: number): Snapshot {
  const database = new DatabaseSync(file, { readOnly: true, timeout: waitMs })
  try {
    // The schema is not ours, so its views and functions must not run with privileges.
    database.exec('pragma trusted_schema=off; pragma query_only=on; begin')
    // The transaction starts with the first read and sees one state from then on.
    database.prepare('select count(*) from sqlite_schema').get()
  } catch (error) {
    database.close()
    throw error
  }
  const statements = new Map<string, StatementSyncInstance>()
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const running = new Set<Iterator<unknown>>()
  return {
    columns: table => columnsOf(database, table),
    all: (sql, ...values) => rows(prepared(sql).all(...values)),
    *each(sql, ...values) {
      const found = prepared(sql).iterate(...values)
      running.add(found)
      yield* rows(found)
      running.delete(found)
    },
    close() {
      // Open iterators would keep the file locked until they are garbage-collected.
      for (const found of running) found.return?.()
      if (database.isTransaction) database.exec('rollback')
      database.close()
    },
  }
}

export function isSqliteError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}

function columnsOf(database: DatabaseSyncInstance, table: string): ReadonlySet<string> {
  const isTable = database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(table)
  if (!isTable) return new Set()
  const found = rows(database.prepare('select name from pragma_table_info(?)').all(table))
  return new Set(found.map(({ name }) => String(name)))
}

/** The package leaves the shape of rows open. */
function rows<T extends Iterable<unknown>>(found: T): T extends unknown[] ? Row[] : Iterable<Row> {
  return found as unknown as T extends unknown[] ? Row[] : Iterable<Row>
}

/**
 * Copies a database at one instant into a new file, while others go on writing. The read transaction keeps SQLite from
 * restarting the copy with every write of others.
 */
export async function copySqlite(
  file: string,
  copy: string,
  onProgress: (share: number) => void = () => {},
): Promise<void> {
  await (await open(copy, 'wx', 0o600)).close()
  const source = new DatabaseSync(file, { readOnly: true, timeout: 20_000 })
  try {
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    await backup(source, copy, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) => onProgress(1 - remainingPages / totalPages),
    })
  } finally {
    if (source.isTransaction) source.exec('rollback')
    source.close()
  }
  await syncFile(copy)
}

const databaseNames = new Set(['.db', '.sqlite', '.sqlite3'])

/** A database must be copied by SQLite itself: its newest writes may still be in the log. */
export async function isSqlite(path: string): Promise<boolean> {
  if (!databaseNames.has(extname(path))) return false
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.toString('latin1') === 'SQLite format 3\0'
  } finally {
    await file.close()
  }
}

const pagesPerStep = 2000

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
