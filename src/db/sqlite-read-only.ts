import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Db } from './db.ts'
import { mutex } from './mutex.ts'
import { connectionOf, readIn } from './sqlite-connection.ts'

/**
 * Opens a file read-only. Without a write-ahead log there is no writer, so it is opened as immutable: an ordinary reader
 * would create the log's files first.
 */
export function openForReading(file: string): DatabaseSyncInstance {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  const location = log && log.size > 0 ? file : `${pathToFileURL(file).href}?immutable=1`
  return new DatabaseSync(location, { readOnly: true, timeout: 2000 })
}

/** A read-only database as a store, for operations that only read. */
export function readOnlyDb(database: DatabaseSyncInstance): Db {
  const connection = connectionOf(database)
  const reading = mutex()
  const refuse = () => Promise.reject(new Error('This database was opened read-only.'))
  return {
    engine: 'sqlite',
    first: (statement, args) => reading(() => readIn(connection, tx => tx.first(statement, args))),
    read: work => reading(() => readIn(connection, work)),
    write: refuse,
    note: refuse,
    snapshot: refuse,
    compact: refuse,
    watch: () => () => {},
    close: async () => connection.close(),
  }
}
