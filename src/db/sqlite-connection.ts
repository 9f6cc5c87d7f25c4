import { statfsSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import type { Db, Tx } from './db.ts'
import { mutex } from './mutex.ts'
import { busy, primaryCode, translate } from './sqlite-faults.ts'
import { type Compiled, compile } from './statement.ts'

export interface Connection {
  exec(text: string): void
  prepare(compiled: Compiled): StatementSyncInstance
  database: DatabaseSyncInstance
  close(): void
}

export function connectionOf(database: DatabaseSyncInstance): Connection {
  const prepared = new Map<string, StatementSyncInstance>()
  return {
    database,
    exec: text => database.exec(text),
    prepare({ text }) {
      const known = prepared.get(text)
      if (known) return known
      const made = database.prepare(text)
      prepared.set(text, made)
      return made
    },
    close() {
      prepared.clear()
      database.close()
    },
  }
}

/** Runs reading work in one transaction. */
export async function readIn<T>(
  connection: Connection,
  work: (tx: Tx) => Promise<T>,
  begin: () => Promise<void> | void = () => connection.exec('begin'),
): Promise<T> {
  try {
    await begin()
    const result = await work(transaction(connection))
    connection.exec('commit')
    return result
  } catch (error) {
    if (connection.database.isTransaction) connection.exec('rollback')
    throw translate(error, connection.database.location())
  }
}

/** `check` runs before every statement and throws when the transaction is over. */
export function transaction(connection: Connection, check: () => void = () => {}): Tx {
  return {
    engine: 'sqlite',
    async all(statement, args) {
      check()
      const compiled = compile('sqlite', statement)
      // The builder typed the row; the driver cannot know it.
      return connection.prepare(compiled).all(...parameters(compiled.bind(args))) as never
    },
    async first(statement, args) {
      check()
      const compiled = compile('sqlite', statement)
      return connection.prepare(compiled).get(...parameters(compiled.bind(args))) as never
    },
    async run(statement, args) {
      check()
      const compiled = compile('sqlite', statement)
      return Number(connection.prepare(compiled).run(...parameters(compiled.bind(args))).changes)
    },
    async send(statement, args) {
      check()
      const compiled = compile('sqlite', statement)
      connection.prepare(compiled).run(...parameters(compiled.bind(args)))
    },
    async raw(text, args = []) {
      check()
      return connection.prepare({ text, name: '', bind: () => [] }).all(...parameters(args)) as never
    },
    announce() {},
  }
}

type Parameter = string | number | bigint | null | Uint8Array

function parameters(values: readonly unknown[]): Parameter[] {
  // Statement arguments are texts, numbers and nulls; the dialect has already turned lists into text.
  return values as Parameter[]
}

/** Retries a step while the database is locked, without blocking the event loop. */
export async function retryBusy(step: () => void, deadline: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return step()
    } catch (error) {
      if (primaryCode(error) !== busy || Date.now() >= deadline) throw error
      // Short, growing and jittered, so that waiting processes do not retry at the same time.
      await sleep(1 + Math.random() * Math.min(12, 1 + attempt))
    }
  }
}

export type Journal = 'wal' | 'delete'

export function chooseJournalMode(folder: string, warn: (message: string) => void): Journal {
  if (!onNetwork(folder)) return 'wal'
  warn('The database is on a network file system: using a rollback journal, which is slower. Prefer a local disk.')
  return 'delete'
}

/** File systems on which WAL is not safe: NFS, SMB and its successors, AFS, 9P. */
const networkTypes = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x01021997])

export function onNetwork(folder: string): boolean {
  try {
    return networkTypes.has(statfsSync(folder).type)
  } catch {
    return false
  }
}

/** Switching a new file to WAL needs exclusive access and ignores the timeout; processes that start together retry. */
export function switchJournal(database: DatabaseSyncInstance, journal: Journal, deadline: number): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    try {
      database.exec(`pragma journal_mode=${journal}`)
      return
    } catch (error) {
      if (primaryCode(error) !== busy || Date.now() >= deadline) throw error
      Atomics.wait(pause, 0, 0, 1 + Math.random() * 20)
    }
  }
}

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

export function watchVersion(reader: Connection, changed: () => void): () => void {
  const version = () => JSON.stringify(reader.database.prepare('pragma data_version').get())
  let seen = version()
  const timer = setInterval(() => {
    const now = version()
    if (now === seen) return
    seen = now
    changed()
  }, 200)
  timer.unref()
  return () => clearInterval(timer)
}
