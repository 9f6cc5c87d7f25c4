import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Snapshot } from '../../db/sqlite-snapshot.ts'
import { namedPlaces } from '../discover.ts'
import { openConversations } from '../materialized/foreign-database.ts'
import { objectIn } from '../materialized/line.ts'
import { materializedReading } from '../materialized/reading.ts'
import type { Conversation, Environment, FileForm, Materials, OnRow, Place, Places, SourceReader } from '../reader.ts'
import { isObject, listAt, textAt, wordsAt } from '../record.ts'
import { type CrushMessage, type CrushSession, conversationLines } from './message-lines.ts'

/** Every project has a database of its own, in its folder `.crush`; the client keeps a list of them. */
export const reader: SourceReader = {
  source: 'crush',
  places: crushPlaces,
  formOf: crushForm,
  mayHold: (relative, { explicit }) => explicit && !relative.split('/').includes('node_modules'),
  materials: ({ path }, only) => crushDatabase(path, only),
  ...materializedReading,
}

function crushPlaces(environment: Environment): Places {
  return namedPlaces(environment, 'DAYBOOK_CRUSH_ROOTS') ?? defaultPlaces(environment)
}

function defaultPlaces(environment: Environment): Places {
  const folder = dataFolder(environment)
  const paths = [folder, ...projectFolders(join(folder, 'projects.json'))]
  return { disabled: false, places: [...new Set(paths)].map(path => ({ path, explicit: false })) }
}

function dataFolder({ env, home, platform }: Environment): string {
  const named = env.CRUSH_GLOBAL_DATA?.trim()
  if (named) return named
  const shared = env.XDG_DATA_HOME?.trim()
  if (shared) return join(shared, 'crush')
  if (platform === 'win32') return join(env.LOCALAPPDATA?.trim() || join(home, 'AppData', 'Local'), 'crush')
  return join(home, '.local', 'share', 'crush')
}

/** Where the projects that the client knows keep their data. */
function projectFolders(list: string): string[] {
  try {
    const projects = listAt(objectIn(readFileSync(list, 'utf8')) ?? undefined, 'projects').filter(isObject)
    return projects.flatMap(project => wordsAt(project, 'data_dir') ?? [])
  } catch {
    return []
  }
}

function crushForm(relative: string, { path, explicit }: Place): FileForm | null {
  const name = basename(relative)
  if (name === 'crush.db') return 'material'
  return explicit && name.endsWith('.db') && path.endsWith(name) ? 'material' : null
}

/** Opens the client's database, all of it or one session. */
function crushDatabase(path: string, only?: string): Materials {
  const data = dirname(path)
  const folder = basename(data) === '.crush' ? dirname(data) : null
  return openConversations(path, only, {
    needed,
    sessions: (database, id) => sessionsIn(database, id, folder),
    lines: (database, session, seen) => conversationLines(session, messagesIn(database, session.id, seen)),
  })
}

const needed = {
  sessions: ['id', 'parent_session_id', 'title', 'created_at'],
  messages: ['id', 'session_id', 'role', 'parts', 'model', 'created_at', 'updated_at'],
}

function sessionsIn(
  database: Snapshot,
  only: string | null,
  folder: string | null,
): { session: CrushSession; conversation: Conversation }[] {
  const rows = database.all(
    `select cast(s.id as text) as id, cast(s.title as text) as title, cast(s.parent_session_id as text) as parent,
      cast(s.created_at as real) as created, count(m.id) as messages, max(m.updated_at) as newest,
      total(octet_length(m.parts)) as bytes
    from sessions s left join messages m on m.session_id = s.id
    where s.id is not null and (?1 is null or s.id = ?1) group by s.id order by s.created_at, s.id`,
    only,
  )
  return rows.map(row => {
    const id = String(row.id)
    const started = startedBy(database, id)
    const stamp = createHash('sha256')
      .update(JSON.stringify([row, folder, ...started]))
      .digest('hex')
      .slice(0, 32)
    const isOwn = wordsAt(row, 'parent') === undefined
    const excluded = isOwn ? null : id.startsWith('title-') ? 'internal' : 'subagent'
    const created = typeof row.created === 'number' ? row.created : null
    const session = { id, folder, title: wordsAt(row, 'title') ?? null, created, started }
    return { session, conversation: { id, name: `${id.replaceAll(/[^\w.-]/g, '_')}.jsonl`, stamp, excluded } }
  })
}

/** The session of a sub-agent is named for the call, behind the message that made it since 2025. */
function startedBy(database: Snapshot, session: string): Map<string, string> {
  const rows = database.all(
    `select cast(id as text) as id from sessions where parent_session_id = ? order by id`,
    session,
  )
  return new Map(rows.map(({ id }) => [String(id).slice(String(id).lastIndexOf('$') + 1), String(id)]))
}

function* messagesIn(database: Snapshot, session: string, seen: OnRow | undefined): Generator<CrushMessage> {
  const summary = database.columns('messages').has('is_summary_message') ? 'is_summary_message' : '0'
  const rows = database.each(
    `select cast(id as text) as id, cast(role as text) as role, cast(parts as text) as parts, cast(model as text) as model,
      cast(created_at as real) as created, ${summary} as summary
    from messages where session_id = ? order by created_at, rowid`,
    session,
  )
  for (const row of rows) {
    seen?.(textAt(row, 'parts') ?? '')
    yield {
      id: String(row.id),
      role: textAt(row, 'role') ?? null,
      parts: textAt(row, 'parts') ?? '',
      model: wordsAt(row, 'model') ?? null,
      created: typeof row.created === 'number' ? row.created : null,
      isSummary: row.summary === 1,
    }
  }
}
