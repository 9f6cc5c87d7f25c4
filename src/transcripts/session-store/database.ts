import { createHash } from 'node:crypto'
import type { Row, Snapshot } from '../../db/sqlite-snapshot.ts'
import { openConversations } from '../materialized/foreign-database.ts'
import { objectIn } from '../materialized/line.ts'
import type { Conversation, Materials, OnRow } from '../reader.ts'
import { type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { conversationLines, type StoredMessage, type StoredPart, type StoredSession } from './conversation-lines.ts'
import { newerLines, type StoredRow } from './newer-lines.ts'

/** Opens the client's database, all of it or one session. */
export function sessionDatabase(source: string, path: string, only?: string): Materials {
  return openConversations(path, only, {
    needed,
    sessions: sessionsIn,
    lines: (database, session, seen) => sessionLines(source, database, session, seen),
  })
}

const needed = {
  session: ['id', 'parent_id', 'directory'],
  message: ['id', 'session_id', 'time_created', 'data'],
  part: ['id', 'message_id', 'session_id', 'data'],
}

/** Newer clients keep messages whole in a table of their own; where both tables have them, they say the same. */
function sessionLines(source: string, database: Snapshot, session: StoredSession, seen: OnRow | undefined) {
  const [message] = database.all('select 1 from message where session_id = ? limit 1', session.id)
  return message || !hasNewer(database)
    ? conversationLines(source, session, messagesIn(database, session.id, seen))
    : newerLines(source, session, rowsIn(database, session.id, seen))
}

function hasNewer(database: Snapshot): boolean {
  const columns = database.columns('session_message')
  return ['id', 'session_id', 'type', 'seq', 'data'].every(column => columns.has(column))
}

/** Numbers are read as reals, since integers may be larger than a number of JavaScript holds exactly. */
function sessionsIn(database: Snapshot, only: string | null): { session: StoredSession; conversation: Conversation }[] {
  const columns = database.columns('session')
  const text = (column: string) => (columns.has(column) ? `cast(s.${column} as text)` : 'null')
  const real = (column: string) => (columns.has(column) ? `cast(s.${column} as real)` : 'null')
  const hasProjects = columns.has('project_id') && database.columns('project').has('worktree')
  const rows = database.all(
    `select ${text('id')} as id, ${text('parent_id')} as parent, ${text('directory')} as directory,
      ${text('title')} as title, ${text('version')} as version, ${real('time_created')} as created,
      ${real('time_updated')} as updated, ${hasProjects ? 'cast(p.worktree as text)' : 'null'} as worktree
    from session s ${hasProjects ? 'left join project p on p.id = s.project_id' : ''}
    where s.id is not null and (?1 is null or s.id = ?1) order by 1`,
    only,
  )
  const messages = sizesIn(database, 'message', only)
  const parts = sizesIn(database, 'part', only)
  const newer = hasNewer(database) ? sizesIn(database, 'session_message', only) : null
  return rows.map(row => {
    const id = String(row.id)
    const sizes = [messages.get(id), parts.get(id), ...(newer?.has(id) ? [newer.get(id)] : [])]
    const stamp = createHash('sha256').update(JSON.stringify([row, ...sizes]))
    return {
      session: sessionOf(id, row),
      conversation: {
        id,
        name: `${id}.jsonl`,
        stamp: stamp.digest('hex').slice(0, 32),
        excluded: row.parent === null ? null : 'subagent',
      },
    }
  })
}

/** How many rows each session has and how large they are, counted by SQLite without reading their text. */
function sizesIn(
  database: Snapshot,
  table: 'message' | 'part' | 'session_message',
  only: string | null,
): Map<string, Row> {
  // A sum of times would be too large to be exact; a sum of their remainders changes whenever one of them does.
  const isTimed = database.columns(table).has('time_updated')
  const updated = isTimed ? 'max(cast(time_updated as real)) as newest, total(time_updated % 1000003)' : 'null'
  const rows = database.all(
    `select cast(session_id as text) as session, count(*) as rows, total(octet_length(data)) as bytes,
      ${updated} as updated
    from ${table} where ?1 is null or session_id = ?1 group by 1`,
    only,
  )
  return new Map(rows.map(row => [String(row.session), row]))
}

function sessionOf(id: string, row: Row): StoredSession {
  return {
    id,
    cwd: wordsAt(row, 'directory') ?? wordsAt(row, 'worktree') ?? null,
    title: textAt(row, 'title') ?? null,
    version: textAt(row, 'version') ?? null,
    created: row.created,
  }
}

function* messagesIn(database: Snapshot, session: string, seen: OnRow | undefined): Generator<StoredMessage> {
  const rows = database.each(
    `select cast(id as text) as id, cast(time_created as real) as created, cast(data as text) as data
    from message where session_id = ? order by time_created, id`,
    session,
  )
  for (const row of rows) {
    const id = String(row.id)
    yield { id, created: row.created, data: dataIn(row, seen), parts: partsIn(database, id, seen) }
  }
}

function* partsIn(database: Snapshot, message: string, seen: OnRow | undefined): Generator<StoredPart> {
  const rows = database.each(
    'select cast(id as text) as id, cast(data as text) as data from part where message_id = ? order by id',
    message,
  )
  for (const row of rows) yield { id: String(row.id), data: dataIn(row, seen) }
}

function* rowsIn(database: Snapshot, session: string, seen: OnRow | undefined): Generator<StoredRow> {
  const rows = database.each(
    `select cast(id as text) as id, cast(type as text) as type, cast(data as text) as data
    from session_message where session_id = ? order by seq`,
    session,
  )
  for (const row of rows) {
    yield { id: String(row.id), type: textAt(row, 'type'), data: dataIn(row, seen) }
  }
}

function dataIn(row: Row, seen: OnRow | undefined): TranscriptRecord | null {
  const text = textAt(row, 'data') ?? ''
  seen?.(text)
  return objectIn(text)
}
