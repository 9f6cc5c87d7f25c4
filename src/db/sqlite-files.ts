import { statSync } from 'node:fs'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { Fault } from '../kernel/fault.ts'

/**
 * Rejects files from which SQLite would start with an empty database or lose the latest writes. SQLite creates the log
 * before its index and removes it after: an index without a log means that the log was removed.
 */
export function rejectIncompleteFiles(file: string): void {
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
export function rejectForeignDatabase(database: DatabaseSyncInstance): void {
  const made: Array<{ name: string }> = database.prepare('select name from sqlite_master').all()
  if (made.length === 0 || made.some(({ name }) => name === 'daybook_schema')) return
  throw new Fault('INTERNAL', 'The file holds the tables of another program. Nothing was changed.', {
    details: { ref: 'foreign-database' },
    hint: 'Report the reference only if another location (--db, DAYBOOK_HOME) does not help.',
  })
}

type Looked = NonNullable<ReturnType<typeof statIfExists>>

const logHint = ' If it is lost for good, remove the file ending in -shm: what the log held is lost with it.'

function statIfExists(path: string) {
  return statSync(path, { throwIfNoEntry: false })
}

/** Whether it is still the same file, not one that was removed and created again in between. */
function isSameFile(path: string, before: Looked): boolean {
  const now = statIfExists(path)
  return now !== undefined && now.ino === before.ino && now.birthtimeMs === before.birthtimeMs
}

function refusal(ref: string, message: string, more: string): Fault {
  return new Fault('INTERNAL', `${message} Nothing was changed.`, {
    details: { ref },
    hint: `Report the reference only if putting the missing file back does not help.${more}`,
  })
}
