import { chmodSync, closeSync, mkdirSync, openSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Db } from './db.ts'
import { mutex } from './mutex.ts'
import { type Connection, connectionOf, readIn, retryBusy } from './sqlite-connection.ts'
import { busy, primaryCode, translate } from './sqlite-faults.ts'
import { refuseForeign, refuseIncomplete } from './sqlite-files.ts'
import { type GroupLimits, writeGroups } from './write-groups.ts'

export interface SqliteOptions {
  file: string
  /** How long a write waits for other processes before it answers BUSY. */
  waitMs?: number
  /** By default what the file system can bear. */
  journal?: Journal
  /** How much is committed together at most. */
  group?: GroupLimits
  warn?: (message: string) => void
}

type Journal = 'wal' | 'delete'

/**
 * Two connections: one for writing, one for reading, each used by one transaction at a time; writes that queue up share
 * a commit. SQLite is synchronous, so a transaction runs without interruption; waiting for other processes is done by us,
 * between attempts, because SQLite's own wait would stop the whole process.
 */
export function openSqlite({ file, waitMs = 20_000, journal, group, warn = () => {} }: SqliteOptions): Db {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const mode = journal ?? chooseJournalMode(dirname(file), warn)
  const { writer, reader } = connectTwice(file, mode)
  const writing = mutex()
  const reading = mutex()
  let writes = 0

  const emptyLog = () => attempt(() => writer.exec('pragma wal_checkpoint(truncate)'))

  const committed = (count: number) => {
    const isTimeToLook = (writes % writesPerLook) + count >= writesPerLook
    writes += count
    // While readers overlap, SQLite never comes to start its log over; ours make way for a moment.
    if (isTimeToLook && sizeOf(`${file}-wal`) > largestIdleLog) void reading(() => writing(async () => emptyLog()))
  }
  const write = writeGroups(writer, { waitMs, limits: group, turns: writing, committed })

  // Beside a log readers meet no writers. With a rollback journal they take their lock at once, and wait for it like writers.
  const begin = mode === 'wal' ? undefined : () => retryBusy(() => beginReading(reader), Date.now() + waitMs)
  const read: Db['read'] = work => reading(() => readIn(reader, work, begin))

  return {
    engine: 'sqlite',
    first: (statement, args) => read(tx => tx.first(statement, args)),
    read,
    write: work => write(work, 'full'),
    // Only beside a log is the file sound whatever is lost of the newest writes.
    note: work => write(work, mode === 'wal' ? 'normal' : 'full'),
    snapshot: work => write(work, 'full'),
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

function beginReading(reader: Connection): void {
  try {
    reader.exec('begin; select count(*) from sqlite_schema')
  } catch (error) {
    if (reader.database.isTransaction) reader.exec('rollback')
    throw error
  }
}

function chooseJournalMode(folder: string, warn: (message: string) => void): Journal {
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
    retryBusySync(() => connection.exec(`pragma journal_mode=${journal}`))
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
    const reader = connect(`pragma query_only=on; ${journal === 'delete' ? 'pragma busy_timeout=0' : ''}`)
    for (const each of [file, `${file}-wal`, `${file}-shm`]) attempt(() => closeToOthers(each))
    return { writer, reader }
  } catch (error) {
    for (const connection of opened) connection.close()
    throw translate(error, file)
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

/** Turning a new file to WAL needs it alone and does not heed the timeout; processes that start together take turns. */
function retryBusySync(step: () => void): void {
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
