import { chmodSync, closeSync, mkdirSync, openSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import { Fault } from '../kernel/fault.ts'
import type { Db, Tx } from './db.ts'
import { mutex } from './mutex.ts'
import { type Compiled, compile } from './statement.ts'

export interface SqliteOptions {
  file: string
  /** How long a write waits for other processes before it answers BUSY. */
  waitMs?: number
  warn?: (message: string) => void
}

/**
 * Two connections: one for writing, one for reading, each used by one transaction at a time. SQLite is synchronous,
 * so a transaction runs without interruption; waiting for other processes is done by us, between attempts, because
 * SQLite's own wait would stop the whole process.
 */
export function openSqlite({ file, waitMs = 20_000, warn = () => {} }: SqliteOptions): Db {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const journal = onNetwork(dirname(file)) ? 'delete' : 'wal'
  if (journal === 'delete') {
    warn('The database lies on a network file system: using a rollback journal, which is slower. Prefer a local disk.')
  }
  // SQLite gives its log the mode of the database file: a new one is closed to others before SQLite sees it.
  attempt(() => closeSync(openSync(file, 'wx', 0o600)))
  const writer = connect(file, journal)
  const reader = connect(file, journal)
  for (const each of [file, `${file}-wal`, `${file}-shm`]) attempt(() => chmodSync(each, 0o600))
  const writing = mutex()
  const reading = mutex()

  const write = <T>(work: (tx: Tx) => Promise<T>) =>
    writing(() => transact(writer, () => beginWaiting(writer, waitMs), work))

  return {
    engine: 'sqlite',
    read: work => reading(() => transact(reader, async () => reader.exec('begin'), work)),
    write,
    snapshot: write,
    watch: changed => watchVersion(reader, changed),
    async close() {
      await writing(async () => writer.close())
      await reading(async () => reader.close())
    },
  }
}

/** What may fail without harm: the file is there already, is somebody else's, or has just gone. */
function attempt(step: () => void): void {
  try {
    step()
  } catch {}
}

interface Connection {
  exec(text: string): void
  prepare(compiled: Compiled): StatementSyncInstance
  database: DatabaseSyncInstance
  close(): void
}

function connect(file: string, journal: 'wal' | 'delete'): Connection {
  const database = new DatabaseSync(file, { timeout: 5000 })
  patiently(() => database.exec(`pragma journal_mode=${journal}`))
  database.exec('pragma synchronous=full; pragma foreign_keys=on')
  return connectionOf(database)
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

/** Turning a new file to WAL needs it alone and does not heed the timeout; processes that start together take turns. */
function patiently(step: () => void): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let left = 500; ; left--) {
    try {
      step()
      return
    } catch (error) {
      if (primaryCode(error) !== busy || left === 0) throw error
      Atomics.wait(pause, 0, 0, 1 + Math.random() * 20)
    }
  }
}

export async function transact<T>(connection: Connection, begin: () => Promise<void>, work: (tx: Tx) => Promise<T>) {
  try {
    await begin()
    const result = await work(transaction(connection))
    connection.exec('commit')
    return result
  } catch (error) {
    if (connection.database.isTransaction) connection.exec('rollback')
    throw translate(error)
  }
}

function transaction(connection: Connection): Tx {
  return {
    engine: 'sqlite',
    async all(statement, args) {
      const compiled = compile('sqlite', statement)
      // The builder typed the row; the driver cannot know it.
      return connection.prepare(compiled).all(...parameters(compiled.bind(args))) as never
    },
    async first(statement, args) {
      const compiled = compile('sqlite', statement)
      return connection.prepare(compiled).get(...parameters(compiled.bind(args))) as never
    },
    async run(statement, args) {
      const compiled = compile('sqlite', statement)
      return Number(connection.prepare(compiled).run(...parameters(compiled.bind(args))).changes)
    },
    async raw(text, args = []) {
      return connection.prepare({ text, name: '', bind: () => [] }).all(...parameters(args)) as never
    },
  }
}

type Parameter = string | number | bigint | null | Uint8Array

function parameters(values: readonly unknown[]): Parameter[] {
  // Statement arguments are texts, numbers and nulls; the dialect has already turned lists into text.
  return values as Parameter[]
}

const busy = 5
const full = 13

async function beginWaiting(connection: Connection, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs
  connection.exec('pragma busy_timeout=0')
  for (let attempt = 0; ; attempt++) {
    try {
      return connection.exec('begin immediate')
    } catch (error) {
      if (primaryCode(error) !== busy || Date.now() >= deadline) throw error
      // Short, growing, jittered: waiting processes must not wake in step.
      await sleep(1 + Math.random() * Math.min(12, 1 + attempt))
    }
  }
}

function translate(error: unknown): unknown {
  const code = primaryCode(error)
  if (code === busy) {
    return new Fault('BUSY', 'Another process kept the database locked for too long.', {
      details: { retry_after_ms: 1000 },
      cause: error,
    })
  }
  if (code === full) {
    return new Fault('INTERNAL', 'The disk is full; nothing was written.', {
      details: { ref: 'disk-full' },
      hint: 'Report the reference after freeing disk space did not help; then call again.',
      cause: error,
    })
  }
  return error
}

/** SQLite's result code without its extension, or -1 for errors that are not SQLite's. */
function primaryCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error)) return -1
  return Number(error.errcode) & 0xff
}

/** File systems whose locks WAL must not trust: NFS, SMB and its successors, AFS, 9P. */
const networkTypes = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x01021997])

export function onNetwork(folder: string): boolean {
  try {
    return networkTypes.has(statfsSync(folder).type)
  } catch {
    return false
  }
}

function watchVersion(reader: Connection, changed: () => void): () => void {
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
