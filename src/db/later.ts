import { type Db, isPostgres } from './db.ts'
import { type OpenOptions, openDb } from './open.ts'

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
