import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { diskFull, isDiskFull } from '../kernel/disk-full.ts'
import { Fault } from '../kernel/fault.ts'

export const busy = 5
const ioError = 10
const cannotOpen = 14

/** SQLite errors that the user can do something about, by result code. */
const knownErrors: { [code: number]: { ref: string; message: string; unless: string } } = {
  8: {
    ref: 'read-only',
    message: 'The database may only be read by this user; nothing was written.',
    unless: 'making the database file and its folder writable does not help.',
  },
  10: {
    ref: 'disk-error',
    message: 'The disk failed to read or write the database; nothing was written.',
    unless: 'the disk is sound and has room; daybook doctor looks at the database.',
  },
  11: {
    ref: 'damaged',
    message: 'The database file is damaged; nothing was changed.',
    unless: 'daybook doctor and your latest copy of the file do not help.',
  },
  14: {
    ref: 'cannot-open',
    message: 'The database file cannot be opened; nothing was changed.',
    unless: 'the file and its folder exist and are open to this user.',
  },
  26: {
    ref: 'not-a-database',
    message: 'The file is not a database; nothing was changed.',
    unless: 'daybook doctor and another location (--db, DAYBOOK_HOME) do not help.',
  },
}

/** SQLite's result code without its extension, or -1 for errors that are not SQLite's. */
export function primaryCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error)) return -1
  return Number(error.errcode) & 0xff
}

/** Turns SQLite's errors into faults that say what to do; other errors stay as they are. `file` is the database. */
export function translate(error: unknown, file?: string | null): unknown {
  const code = primaryCode(error)
  // Without space SQLite cannot create the files that even reading needs, and only reports an I/O error.
  if (isDiskFull(error) || ((code === ioError || code === cannotOpen) && isDiskFullAt(file))) return diskFull(error)
  if (code === busy) {
    return new Fault('BUSY', 'Another process kept the database locked for too long.', {
      details: { retry_after_ms: 1000 },
      cause: error,
    })
  }
  const known = knownErrors[code]
  if (!known) return error
  return new Fault('INTERNAL', known.message, {
    details: { ref: known.ref },
    hint: `Report the reference only if ${known.unless}`,
    cause: error,
  })
}

/** The initial size of the shared-memory file. */
const minFreeBytes = 65_536

function isDiskFullAt(file: string | null | undefined): boolean {
  if (!file) return false
  try {
    const { bavail, bfree, bsize } = statfsSync(dirname(file))
    // Some blocks are reserved for root.
    return (process.getuid?.() === 0 ? bfree : bavail) * bsize < minFreeBytes
  } catch {
    return false
  }
}
