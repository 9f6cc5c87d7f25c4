import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'

/** shared: many at once. named: one at a time, beside shared ones. exclusive: no other holder at all. */
type LockMode = 'shared' | 'named' | 'exclusive'

export class LockBusy extends Error {
  override readonly name = 'LockBusy'
}

/**
 * Holds a lock on a small file while the work runs. The file is an empty SQLite database and the lock is its own: the
 * operating system releases it when the process dies, so no lock is ever stale. Nothing else may open these files.
 */
export async function withLock<T>(path: string, mode: LockMode, waitMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + waitMs
  const release = mode === 'shared' ? () => {} : await takeTurn(path, deadline)
  try {
    const database = openLockFile(path)
    try {
      await acquire(database, mode, deadline)
      return await work()
    } finally {
      if (database.isTransaction) database.exec('rollback')
      database.close()
    }
  } finally {
    release()
  }
}

function openLockFile(path: string): InstanceType<typeof DatabaseSync> {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch {
    // Most often the folder is there, so it is made only for those who miss it.
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    return new DatabaseSync(path, { timeout: 0 })
  }
}

const statements = {
  shared: 'begin; select count(*) from sqlite_schema',
  named: 'begin immediate',
  exclusive: 'begin exclusive',
}
const busy = 5

async function acquire(database: InstanceType<typeof DatabaseSync>, mode: LockMode, deadline: number): Promise<void> {
  for (;;) {
    try {
      // Nothing is ever written, so nothing need be undone after a crash: no file is made and removed for that.
      database.exec(`pragma journal_mode = memory; ${statements[mode]}`)
      return
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      if (!(error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy)) throw error
      if (Date.now() >= deadline) throw new LockBusy('The lock is held by another process.', { cause: error })
      await sleep(5 + Math.random() * 45)
    }
  }
}

/**
 * Callers of one process queue up, so that they do not starve each other by polling.
 * Of the whole process and not of an app, because the operating system counts locks per process.
 */
const queues = new Map<string, Promise<void>>()

async function takeTurn(path: string, deadline: number): Promise<() => void> {
  const before = queues.get(path)
  let release = () => {}
  const mine = new Promise<void>(resolve => {
    release = () => {
      if (queues.get(path) === mine) queues.delete(path)
      resolve()
    }
  })
  queues.set(path, mine)
  if (before && !(await settlesBy(before, deadline))) {
    // The next in the queue still waits for the one in front.
    void before.then(release)
    throw new LockBusy('The lock is held by other work of this process.')
  }
  return release
}

async function settlesBy(turn: Promise<void>, deadline: number): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(Math.max(0, deadline - Date.now()), false, { signal: timer.signal }).catch(() => false)
  try {
    return await Promise.race([turn.then(() => true), late])
  } finally {
    timer.abort()
  }
}
