import { rmSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'

/**
 * Moves the content of the write-ahead log into the database file, so that the file alone can be copied. The
 * driver keeps a closed connection until its statements are collected, so closing it does not see to that.
 */
export function makeWhole(file: string): void {
  const database = new DatabaseSync(file)
  database.exec('pragma busy_timeout=5000')
  const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get() ?? {}
  if (busy !== 0) throw new Error('The store is still in use: its log cannot be moved into the file.')
  database.close()
  for (const sidecar of ['-wal', '-shm']) rmSync(file + sidecar, { force: true })
}
