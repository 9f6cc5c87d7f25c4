import fs, { readFileSync } from 'node:fs'
import promises, { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import type { Db } from '../../src/db/db.ts'

/** What a stretch of work asked of the disk. */
export interface DiskWork {
  /** Files and folders that were waited for until the disk had them, commits of the store among them. */
  syncs: number
  /** Files put in place of others by renaming. */
  replaced: number
  /** Written to files and pipes of this process; zero if the system does not report it. */
  bytes: number
}

const counted = { syncs: 0, replaced: 0 }

/** Counts from now on what this process does, without changing what it does. */
export async function countDiskWork(): Promise<void> {
  const handle = await open(process.execPath, 'r')
  const files = Object.getPrototypeOf(handle)
  await handle.close()
  const { sync } = files
  files.sync = function (this: unknown) {
    counted.syncs++
    return sync.call(this)
  }
  const { fsync } = fs
  fs.fsync = Object.assign((file: number, done: Parameters<typeof fsync>[1]) => {
    counted.syncs++
    fsync(file, done)
  }, fsync)
  const { rename } = promises
  promises.rename = (from, to) => {
    if (String(from).endsWith('.tmp')) counted.replaced++
    return rename(from, to)
  }
  syncBuiltinESMExports()
}

/** A store whose commits are counted too: each is one sync of its log, but for those that are only noted. */
export function countingCommits(db: Db): Db {
  const synced =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A) => {
      counted.syncs++
      return work(...args)
    }
  return { ...db, write: synced(db.write) as Db['write'], snapshot: synced(db.snapshot) as Db['snapshot'] }
}

export async function diskWorkOf(work: () => Promise<unknown>): Promise<DiskWork> {
  const before = { ...counted, bytes: bytesWritten() }
  await work()
  return {
    syncs: counted.syncs - before.syncs,
    replaced: counted.replaced - before.replaced,
    bytes: bytesWritten() - before.bytes,
  }
}

function bytesWritten(): number {
  try {
    return Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
