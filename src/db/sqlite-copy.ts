import { open } from 'node:fs/promises'
import { backup, DatabaseSync } from '@photostructure/sqlite'

/**
 * Copies a database as it is at one instant into a new file, while others go on writing. The reading transaction keeps
 * SQLite from beginning anew whenever somebody has written.
 */
export async function copySqlite(file: string, copy: string, told: (share: number) => void = () => {}): Promise<void> {
  await (await open(copy, 'wx', 0o600)).close()
  const source = new DatabaseSync(file, { readOnly: true, timeout: 20_000 })
  try {
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    await backup(source, copy, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) => told(1 - remainingPages / totalPages),
    })
  } finally {
    if (source.isTransaction) source.exec('rollback')
    source.close()
  }
  await syncFile(copy)
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
