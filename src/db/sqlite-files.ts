import { statSync } from 'node:fs'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { Fault } from '../kernel/fault.ts'

/**
 * Refuses a set of files from which SQLite would begin anew or go on without its latest writes. SQLite makes the log
 * before its index and removes it after: an index without a log means that somebody took the log away.
 */
export function refuseIncomplete(file: string): void {
  const index = look(`${file}-shm`)
  const log = look(`${file}-wal`)
  // The log was looked at first, so a database that is just being made has its first page by now.
  const database = look(file)
  if (log && log.size > 0 && !database?.size) {
    throw refusal('lost-database', 'The log of a database lies here, but its database is gone or empty.', '')
  }
  if (database && index && !log && isStill(`${file}-shm`, index)) {
    throw refusal('lost-log', 'The log with the latest writes of this database is gone.', logHint)
  }
}

/** Refuses another program's database before anything in it is changed. */
export function refuseForeign(database: DatabaseSyncInstance): void {
  const made: Array<{ name: string }> = database.prepare('select name from sqlite_master').all()
  if (made.length === 0 || made.some(({ name }) => name === 'daybook_schema')) return
  throw new Fault('INTERNAL', 'The file holds the tables of another program. Nothing was changed.', {
    details: { ref: 'foreign-database' },
    hint: 'Report the reference only if another location (--db, DAYBOOK_HOME) does not help.',
  })
}

type Looked = NonNullable<ReturnType<typeof look>>

const logHint = ' If it is lost for good, remove the file ending in -shm: what the log held is lost with it.'

function look(path: string) {
  return statSync(path, { throwIfNoEntry: false })
}

/** The very same file all the while, not one that was removed and made again in between. */
function isStill(path: string, before: Looked): boolean {
  const now = look(path)
  return now !== undefined && now.ino === before.ino && now.birthtimeMs === before.birthtimeMs
}

function refusal(ref: string, message: string, more: string): Fault {
  return new Fault('INTERNAL', `${message} Nothing was changed.`, {
    details: { ref },
    hint: `Report the reference only if putting the missing file back does not help.${more}`,
  })
}
