import { closeSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'

/** How many transactions were committed to a database with a write-ahead log, as SQLite itself counts them beside it. */
export function countCommits(file: string): number {
  const bytes = Buffer.alloc(12)
  const index = openSync(`${file}-shm`, 'r')
  readSync(index, bytes, 0, bytes.length, 0)
  closeSync(index)
  // The third number of the index is counted up by every commit; it is written in the machine's own byte order.
  return endianness() === 'LE' ? bytes.readUInt32LE(8) : bytes.readUInt32BE(8)
}
