import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { busy, primaryCode } from './sqlite-faults.ts'

export type Journal = 'wal' | 'delete'

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
