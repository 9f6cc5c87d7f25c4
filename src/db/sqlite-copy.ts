import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { backup, DatabaseSync } from '@photostructure/sqlite'

/**
 * Copies a database at one instant into a new file, while others go on writing. The read transaction keeps SQLite from
 * restarting the copy with every write of others.
 */
export async function copySqlite(
  file: string,
  copy: string,
  onProgress: (share: number) => void = () => {},
): Promise<void> {
  await (await open(copy, 'wx', 0o600)).close()
  const source = new DatabaseSync(file, { readOnly: true, timeout: 20_000 })
  try {
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    await backup(source, copy, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) => onProgress(1 - remainingPages / totalPages),
    })
  } finally {
    if (source.isTransaction) source.exec('rollback')
    source.close()
  }
  await syncFile(copy)
}

const databaseNames = new Set(['.db', '.sqlite', '.sqlite3'])

/** A database must be copied by SQLite itself: its newest writes may still be in the log. */
export async function isSqlite(path: string): Promise<boolean> {
  if (!databaseNames.has(extname(path))) return false
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.toString('latin1') === 'SQLite format 3\0'
  } finally {
    await file.close()
  }
}

const pagesPerStep = 2000

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
