import { type Db, isPostgres } from './db.ts'
import { migrate } from './migrations.ts'
import { openSqlite } from './sqlite.ts'

interface OpenOptions {
  /** A `postgres://` URL, or the path of a SQLite file. */
  location: string
  /** How long to wait for other processes that hold the file; by default as long as its engine finds right. */
  waitMs?: number | undefined
  warn?: (message: string) => void
}

/** Opens the store and brings its schema up to date. */
export async function openDb({ location, waitMs, warn }: OpenOptions): Promise<Db> {
  const options = warn && { warn }
  // The PostgreSQL driver is loaded only when asked for: most starts are on the embedded database.
  const db = isPostgres(location)
    ? (await import('./postgres.ts')).openPostgres({ url: location, ...options })
    : openSqlite({ file: location, ...(waitMs !== undefined && { waitMs }), ...options })
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** A store that is opened by the first work on it: for a program that may have nothing to do there. */
export function openDbLater(options: OpenOptions): Db {
  let opened: Promise<Db> | undefined
  const db = () => {
    opened ??= openDb(options)
    return opened
  }
  return {
    engine: isPostgres(options.location) ? 'postgres' : 'sqlite',
    first: async (statement, args) => (await db()).first(statement, args),
    read: async work => (await db()).read(work),
    write: async work => (await db()).write(work),
    note: async work => (await db()).note(work),
    snapshot: async work => (await db()).snapshot(work),
    compact: async table => (await db()).compact(table),
    watch(changed) {
      const watching = db().then(each => each.watch(changed))
      return () => void watching.then(stop => stop())
    },
    close: async () => (await opened?.catch(() => undefined))?.close(),
  }
}
