import { chmodSync, closeSync, mkdirSync, openSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import type { Db, Tx } from './db.ts'
import { mutex } from './mutex.ts'
import { busy, primaryCode, translate } from './sqlite-faults.ts'
import { refuseForeign, refuseIncomplete } from './sqlite-files.ts'
import { type Compiled, compile } from './statement.ts'

export interface SqliteOptions {
  file: string
  /** How long a write waits for other processes before it answers BUSY. */
  waitMs?: number
  /** By default what the file system can bear. */
  journal?: Journal
  warn?: (message: string) => void
}

type Journal = 'wal' | 'delete'

/**
 * Two connections: one for writing, one for reading, each used by one transaction at a time. SQLite is synchronous,
 * so a transaction runs without interruption; waiting for other processes is done by us, between attempts, because
 * SQLite's own wait would stop the whole process.
 */
export function openSqlite({ file, waitMs = 20_000, journal, warn = () => {} }: SqliteOptions): Db {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const mode = journal ?? bearable(dirname(file), warn)
  const { writer, reader } = connectTwice(file, mode)
  const writing = mutex()
  const reading = mutex()
  let writes = 0

  const emptyLog = () => attempt(() => writer.exec('pragma wal_checkpoint(truncate)'))

  const committed = async <T>(work: (tx: Tx) => Promise<T>, synchronous: 'full' | 'normal') => {
    const deadline = Date.now() + waitMs
    const step = (text: string) => () => waiting(() => writer.exec(text), deadline)
    if (synchronous === 'normal') writer.exec('pragma synchronous=normal')
    try {
      return await transact(writer, step('begin immediate'), work, step('commit'))
    } finally {
      if (synchronous === 'normal') writer.exec('pragma synchronous=full')
    }
  }

  const write = async <T>(work: (tx: Tx) => Promise<T>, synchronous: 'full' | 'normal' = 'full') => {
    const result = await writing(() => committed(work, synchronous))
    // While readers overlap, SQLite never comes to start its log over; ours make way for a moment.
    if (++writes % writesPerLook === 0 && sizeOf(`${file}-wal`) > largestIdleLog) {
      void reading(() => writing(async () => emptyLog()))
    }
    return result
  }

  return {
    engine: 'sqlite',
    read: work => reading(() => transact(reader, async () => reader.exec('begin'), work)),
    write: work => write(work),
    // Only beside a log is the file sound whatever is lost of the newest writes.
    note: work => write(work, mode === 'wal' ? 'normal' : 'full'),
    snapshot: work => write(work),
    watch: changed => watchVersion(reader, changed),
    async close() {
      await writing(async () => {
        // The driver lets a closed connection linger until its statements are collected, so SQLite's own tidying up
        // at the last close cannot be relied on: what this process wrote goes into the file here.
        if (writes > 0) emptyLog()
        writer.close()
      })
      await reading(async () => reader.close())
    },
  }
}

function bearable(folder: string, warn: (message: string) => void): Journal {
  if (!onNetwork(folder)) return 'wal'
  warn('The database lies on a network file system: using a rollback journal, which is slower. Prefer a local disk.')
  return 'delete'
}

function connectTwice(file: string, journal: Journal): { writer: Connection; reader: Connection } {
  const opened: Connection[] = []
  const connect = (role: string) => {
    const connection = connectionOf(new DatabaseSync(file, { timeout: 5000 }))
    opened.push(connection)
    refuseForeign(connection.database)
    patiently(() => connection.exec(`pragma journal_mode=${journal}`))
    connection.exec(
      `pragma synchronous=full; pragma foreign_keys=on; pragma journal_size_limit=${largestIdleLog}; ${role}`,
    )
    return connection
  }
  try {
    refuseIncomplete(file)
    // SQLite gives its log the mode of the database file: a new one is closed to others before SQLite sees it.
    attempt(() => closeSync(openSync(file, 'wx', 0o600)))
    const writer = connect('pragma busy_timeout=0')
    const reader = connect('pragma query_only=on')
    for (const each of [file, `${file}-wal`, `${file}-shm`]) attempt(() => closeToOthers(each))
    return { writer, reader }
  } catch (error) {
    for (const connection of opened) connection.close()
    throw translate(error)
  }
}

/** The log is cut back to this size once its content has gone into the file; a long reader may have let it grow. */
const largestIdleLog = 8 * 1024 * 1024
const writesPerLook = 100

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** What may fail without harm: others are at work on the file, it is somebody else's, or it has just gone. */
function attempt(step: () => void): void {
  try {
    step()
  } catch {}
}

/** What the owner took from itself, such as writing, stays taken. */
function closeToOthers(path: string): void {
  const { mode } = statSync(path)
  if (mode & 0o077) chmodSync(path, mode & 0o700)
}

interface Connection {
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

export async function transact<T>(
  connection: Connection,
  begin: () => Promise<void>,
  work: (tx: Tx) => Promise<T>,
  commit = async () => connection.exec('commit'),
) {
  try {
    await begin()
    const result = await work(transaction(connection))
    await commit()
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

/** Tries a step until no other process is in its way, without stopping this one meanwhile. */
async function waiting(step: () => void, deadline: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return step()
    } catch (error) {
      if (primaryCode(error) !== busy || Date.now() >= deadline) throw error
      // Short, growing, jittered: waiting processes must not wake in step.
      await sleep(1 + Math.random() * Math.min(12, 1 + attempt))
    }
  }
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
