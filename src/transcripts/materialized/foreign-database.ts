import { isSqliteError, openSnapshot, type Snapshot } from '../../db/sqlite-snapshot.ts'
import { type Conversation, type Materials, type OnRow, Unreadable } from '../reader.ts'
import { lineText, type MaterialLine } from './line.ts'

/** How long another program may keep a database locked. */
const maxWaitMs = 5000

/** Opens another program's database, as it is at this instant. Throws `Unreadable`, as every use of it does. */
export function openForeign(path: string, waitMs = maxWaitMs): Snapshot {
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

/** How one client keeps its conversations in a database. */
interface ConversationStore<Session extends { id: string }> {
  /** Columns that must be there, by table. */
  needed: { [table: string]: readonly string[] }
  /** All sessions, or the one with this id. */
  sessions(database: Snapshot, only: string | null): { session: Session; conversation: Conversation }[]
  lines(database: Snapshot, session: Session, seen?: OnRow): Iterable<MaterialLine>
}

/** Opens a client's database, all of it or one session. */
export function openConversations<Session extends { id: string }>(
  path: string,
  only: string | undefined,
  store: ConversationStore<Session>,
): Materials {
  const database = openForeign(path)
  try {
    for (const [table, columns] of Object.entries(store.needed)) {
      const found = database.columns(table)
      if (!columns.every(column => found.has(column))) throw new Unreadable('the database has other tables')
    }
    const sessions = store.sessions(database, only ?? null)
    const stored = new Map(sessions.map(({ session }) => [session.id, session]))
    return {
      conversations: sessions.map(({ conversation }) => conversation),
      *lines({ id }, seen) {
        const session = stored.get(id)
        if (!session) throw new Unreadable('the database holds no such session')
        for (const line of store.lines(database, session, seen)) yield lineText(line)
      },
      close: () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

function guardRead<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw isSqliteError(error) ? new Unreadable('the database cannot be read', { cause: error }) : error
  }
}
