import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Db } from './db.ts'
import { mutex } from './mutex.ts'
import { connectionOf, readIn } from './sqlite-connection.ts'

/**
 * Opens a file for looking only. Without a write-ahead log beside it nobody is writing, and it is opened as immutable:
 * an ordinary reader would put the log's files there first.
 */
export function lookInto(file: string): DatabaseSyncInstance {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  const location = log && log.size > 0 ? file : `${pathToFileURL(file).href}?immutable=1`
  return new DatabaseSync(location, { readOnly: true, timeout: 2000 })
}

/** The same as a store, for operations that only read. */
export function readOnlyDb(database: DatabaseSyncInstance): Db {
  const connection = connectionOf(database)
  const reading = mutex()
  const refuse = () => Promise.reject(new Error('This database was opened for looking only.'))
  return {
    engine: 'sqlite',
    first: (statement, args) => reading(() => readIn(connection, tx => tx.first(statement, args))),
    read: work => reading(() => readIn(connection, work)),
    write: refuse,
    note: refuse,
    snapshot: refuse,
    watch: () => () => {},
    close: async () => connection.close(),
  }
}
