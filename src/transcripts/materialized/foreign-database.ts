import { isSqliteError, openSnapshot, type Snapshot } from '../../db/sqlite-snapshot.ts'
import { Unreadable } from '../reader.ts'

/** How long another program may keep a database locked. */
const patienceMs = 5000

/** Opens another program's database, as it is at this instant. Throws `Unreadable`, as every use of it does. */
export function openForeign(path: string, waitMs = patienceMs): Snapshot {
  const open = guardRead(() => openSnapshot(path, waitMs))
  return {
    columns: table => guardRead(() => open.columns(table)),
    all: (sql, ...values) => guardRead(() => open.all(sql, ...values)),
    *each(sql, ...values) {
      const rows = guardRead(() => open.each(sql, ...values)[Symbol.iterator]())
      for (let next = guardRead(() => rows.next()); !next.done; next = guardRead(() => rows.next())) yield next.value
    },
    close: () => open.close(),
  }
}

function guardRead<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw isSqliteError(error) ? new Unreadable('the database cannot be read', { cause: error }) : error
  }
}
