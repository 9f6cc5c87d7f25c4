import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { Fault } from '../kernel/fault.ts'
import type { Db } from './db.ts'
import { mutex } from './mutex.ts'
import {
  type Connection,
  chooseJournalMode,
  connectionOf,
  type Journal,
  readIn,
  retryBusy,
  switchJournal,
  watchVersion,
} from './sqlite-connection.ts'
import { translate } from './sqlite-faults.ts'
import { type GroupLimits, writeGroups } from './write-groups.ts'

export interface SqliteOptions {
  file: string
  /** How long opening, and then each write, waits for other processes before it answers BUSY. */
  waitMs?: number
  /** By default chosen by the file system. */
  journal?: Journal
  /** How much is committed together at most. */
  group?: GroupLimits
  warn?: (message: string) => void
}

/**
 * Two connections: one for writing, one for reading, each used by one transaction at a time; writes that queue up share
 * a commit. SQLite is synchronous, so a transaction runs without interruption; waiting for other processes is done by us,
 * between attempts, because SQLite's own wait would stop the whole process.
 */
export function openSqlite({ file, waitMs = 20_000, journal, group, warn = () => {} }: SqliteOptions): Db {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const mode = journal ?? chooseJournalMode(dirname(file), warn)
  const { writer, reader } = connectTwice(file, mode, Date.now() + Math.min(waitMs, maxOpeningMs))
  const writing = mutex()
  const reading = mutex()
  let writes = 0

  const emptyLog = () => ignoreErrors(() => writer.exec('pragma wal_checkpoint(truncate)'))

  const committed = (count: number) => {
    const isCheckDue = (writes % writesPerLogCheck) + count >= writesPerLogCheck
    writes += count
    // While readers overlap, SQLite cannot restart its log; our readers pause for a moment.
    if (isCheckDue && sizeOf(`${file}-wal`) > maxIdleLogBytes) void reading(() => writing(async () => emptyLog()))
  }
  const write = writeGroups(writer, { waitMs, limits: group, turns: writing, committed })

  // With a write-ahead log readers never wait for writers. With a rollback journal they take their lock first and wait.
  const begin = mode === 'wal' ? undefined : () => retryBusy(() => beginReading(reader), Date.now() + waitMs)
  const read: Db['read'] = work => reading(() => readIn(reader, work, begin))

  return {
    engine: 'sqlite',
    first: (statement, args) => read(tx => tx.first(statement, args)),
    read,
    write: work => write(work, 'full'),
    // Only with a write-ahead log does the file stay consistent when the newest writes are lost.
    note: work => write(work, mode === 'wal' ? 'normal' : 'full'),
    snapshot: work => write(work, 'full'),
    // SQLite can only write the whole file again.
    compact: () =>
      reading(() =>
        writing(async () => {
          await retryBusy(() => writer.exec('vacuum'), Date.now() + waitMs)
          await retryBusy(() => writer.exec('pragma wal_checkpoint(truncate)'), Date.now() + waitMs)
        }),
      ),
    watch: changed => watchVersion(reader, changed),
    async close() {
      await writing(async () => {
        // The driver keeps a closed connection until its statements are garbage-collected, so SQLite's checkpoint at
        // the last close cannot be relied on; it is done here.
        if (writes > 0) emptyLog()
        writer.close()
      })
      await reading(async () => reader.close())
    },
  }
}

function beginReading(reader: Connection): void {
  try {
    reader.exec('begin; select count(*) from sqlite_schema')
  } catch (error) {
    if (reader.database.isTransaction) reader.exec('rollback')
    throw error
  }
}

/** SQLite itself waits while a file is opened, which stops the whole process. */
const maxOpeningMs = 5000

function connectTwice(file: string, journal: Journal, deadline: number): { writer: Connection; reader: Connection } {
  const opened: Connection[] = []
  const connect = (role: string) => {
    const connection = connectionOf(new DatabaseSync(file, { timeout: Math.max(1, deadline - Date.now()) }))
    opened.push(connection)
    rejectForeignDatabase(connection.database)
    switchJournal(connection.database, journal, deadline)
    connection.exec(
      `pragma synchronous=full; pragma foreign_keys=on; pragma journal_size_limit=${maxIdleLogBytes}; ${role}`,
    )
    return connection
  }
  try {
    rejectIncompleteFiles(file)
    // SQLite gives its log the mode of the database file, so a new file is created for the owner only.
    ignoreErrors(() => closeSync(openSync(file, 'wx', 0o600)))
    const writer = connect('pragma busy_timeout=0')
    const reader = connect(`pragma query_only=on; ${journal === 'delete' ? 'pragma busy_timeout=0' : ''}`)
    for (const each of [file, `${file}-wal`, `${file}-shm`]) ignoreErrors(() => restrictToOwner(each))
    return { writer, reader }
  } catch (error) {
    for (const connection of opened) connection.close()
    throw translate(error, file)
  }
}

/** The log is truncated to this size after a checkpoint; a long read may have let it grow. */
const maxIdleLogBytes = 8 * 1024 * 1024
const writesPerLogCheck = 100

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** For steps that may fail: another process uses the file, owns it, or has just removed it. */
function ignoreErrors(step: () => void): void {
  try {
    step()
  } catch {}
}

/** Removes the access of others; the owner's own permissions stay as they are. */
function restrictToOwner(path: string): void {
  const { mode } = statSync(path)
  if (mode & 0o077) chmodSync(path, mode & 0o700)
}

/**
 * Rejects files from which SQLite would start with an empty database or lose the latest writes. SQLite creates the log
 * before its index and removes it after: an index without a log means that the log was removed.
 */
function rejectIncompleteFiles(file: string): void {
  const index = statIfExists(`${file}-shm`)
  const log = statIfExists(`${file}-wal`)
  // Checked after the log, so a database that is just being created has its first page by now.
  const database = statIfExists(file)
  if (log && log.size > 0 && !database?.size) {
    throw refusal('lost-database', 'The log of a database is here, but its database is gone or empty.', '')
  }
  if (database && index && !log && isSameFile(`${file}-shm`, index)) {
    throw refusal('lost-log', 'The log with the latest writes of this database is gone.', logHint)
  }
}

/** Rejects another program's database before anything in it is changed. */
function rejectForeignDatabase(database: DatabaseSyncInstance): void {
  const made: Array<{ name: string }> = database.prepare('select name from sqlite_master').all()
  if (made.length === 0 || made.some(({ name }) => name === 'daybook_schema')) return
  throw new Fault('INTERNAL', 'The file holds the tables of another program. Nothing was changed.', {
    details: { ref: 'foreign-database' },
    hint: 'Report the reference only if another location (--db, DAYBOOK_HOME) does not help.',
  })
}

type FileStat = NonNullable<ReturnType<typeof statIfExists>>

const logHint = ' If it is lost for good, remove the file ending in -shm: what the log held is lost with it.'

function statIfExists(path: string) {
  return statSync(path, { throwIfNoEntry: false })
}

/** Whether it is still the same file, not one that was removed and created again in between. */
function isSameFile(path: string, before: FileStat): boolean {
  const now = statIfExists(path)
  return now !== undefined && now.ino === before.ino && now.birthtimeMs === before.birthtimeMs
}

function refusal(ref: string, message: string, more: string): Fault {
  return new Fault('INTERNAL', `${message} Nothing was changed.`, {
    details: { ref },
    hint: `Report the reference only if putting the missing file back does not help.${more}`,
  })
}
