import { isSqliteError, openSnapshot, type Snapshot } from '../../db/sqlite-snapshot.ts'
import { Unreadable } from '../reader.ts'

/** How long another program may keep a database locked. */
const patienceMs = 5000

/** Opens another program's database, as it is at this instant. Throws `Unreadable`, as every use of it does. */
export function openForeign(path: string, waitMs = patienceMs): Snapshot {
  const open = guarded(() => openSnapshot(path, waitMs))
  return {
    columns: table => guarded(() => open.columns(table)),
    all: (sql, ...values) => guarded(() => open.all(sql, ...values)),
    *each(sql, ...values) {
      const rows = guarded(() => open.each(sql, ...values)[Symbol.iterator]())
      for (let next = guarded(() => rows.next()); !next.done; next = guarded(() => rows.next())) yield next.value
    },
    close: () => open.close(),
  }
}

function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw isSqliteError(error) ? new Unreadable('the database cannot be read', { cause: error }) : error
  }
}
