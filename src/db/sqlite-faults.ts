import { Fault } from '../kernel/fault.ts'

export const busy = 5

/** What SQLite reports that the person at the machine can do something about, by its result code. */
const told: { [code: number]: { ref: string; message: string; unless: string } } = {
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
  13: {
    ref: 'disk-full',
    message: 'The disk is full; nothing was written.',
    unless: 'freeing disk space and calling again does not help.',
  },
  14: {
    ref: 'cannot-open',
    message: 'The database file cannot be opened; nothing was changed.',
    unless: 'the file and its folder exist and are open to this user.',
  },
  26: {
    ref: 'not-a-database',
    message: 'The file is no database; it was left as it is.',
    unless: 'daybook doctor and another location (--db, DAYBOOK_HOME) do not help.',
  },
}

/** SQLite's result code without its extension, or -1 for errors that are not SQLite's. */
export function primaryCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error)) return -1
  return Number(error.errcode) & 0xff
}

/** SQLite's errors as faults that say what to do; every other error as it is. */
export function translate(error: unknown): unknown {
  const code = primaryCode(error)
  if (code === busy) {
    return new Fault('BUSY', 'Another process kept the database locked for too long.', {
      details: { retry_after_ms: 1000 },
      cause: error,
    })
  }
  const known = told[code]
  if (!known) return error
  return new Fault('INTERNAL', known.message, {
    details: { ref: known.ref },
    hint: `Report the reference only if ${known.unless}`,
    cause: error,
  })
}
