import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import type { Row, Snapshot } from '../../db/sqlite-snapshot.ts'
import { namedPlaces } from '../discover.ts'
import type { TokenUsage } from '../event.ts'
import { openConversations } from '../materialized/foreign-database.ts'
import { materializedReading } from '../materialized/reading.ts'
import type { Conversation, Environment, FileForm, Materials, OnRow, Place, Places, SourceReader } from '../reader.ts'
import { numberAt, textAt, wordsAt } from '../record.ts'
import type { Exclusion } from '../source.ts'
import { conversationLines, type GooseMessage, type GooseRequest, type GooseSession } from './message-lines.ts'

/** Clients before the database wrote lines; the database took those over, so they are not read. */
export const reader: SourceReader = {
  source: 'goose',
  places: goosePlaces,
  formOf: gooseForm,
  mayHold: (_relative, { explicit }) => explicit,
  materials: ({ path }, only) => gooseDatabase(path, only),
  ...materializedReading,
}

function goosePlaces(environment: Environment): Places {
  const places = [{ path: join(dataFolder(environment), 'sessions'), explicit: false }]
  return namedPlaces(environment, 'DAYBOOK_GOOSE_ROOTS') ?? { disabled: false, places }
}

function gooseForm(relative: string, { path, explicit }: Place): FileForm | null {
  const name = basename(relative)
  if (name === 'sessions.db') return 'material'
  return explicit && name.endsWith('.db') && path.endsWith(name) ? 'material' : null
}

function dataFolder({ env, home, platform }: Environment): string {
  const root = env.GOOSE_PATH_ROOT?.trim()
  if (root) return join(root, 'data')
  if (platform === 'win32')
    return join(env.APPDATA?.trim() || join(home, 'AppData', 'Roaming'), 'Block', 'goose', 'data')
  return join(env.XDG_DATA_HOME?.trim() || join(home, '.local', 'share'), 'goose')
}

/** Opens the client's database, all of it or one session. */
function gooseDatabase(path: string, only?: string): Materials {
  return openConversations(path, only, {
    needed,
    sessions: sessionsIn,
    lines: (database, session, seen) =>
      conversationLines(session, messagesIn(database, session.id, seen), requestsIn(database, session.id)),
  })
}

const needed = {
  sessions: ['id', 'working_dir', 'created_at'],
  messages: ['id', 'session_id', 'role', 'content_json', 'created_timestamp'],
}

/** Sessions that no person had a part in. */
const excludedTypes = new Map<string, Exclusion>([
  ['sub_agent', 'subagent'],
  ['hidden', 'internal'],
  ['scheduled', 'delegated'],
])

function sessionsIn(database: Snapshot, only: string | null): { session: GooseSession; conversation: Conversation }[] {
  const columns = database.columns('sessions')
  const text = (column: string) => (columns.has(column) ? `cast(s.${column} as text)` : 'null')
  const rows = database.all(
    `select ${text('id')} as id, ${text('working_dir')} as folder, ${text('created_at')} as created,
      coalesce(nullif(${text('name')}, ''), ${text('description')}) as title, ${text('session_type')} as type,
      count(m.id) as messages, max(m.id) as newest, total(octet_length(m.content_json)) as bytes,
      total(octet_length(${database.columns('messages').has('metadata_json') ? 'm.metadata_json' : "''"})) as marks
    from sessions s left join messages m on m.session_id = s.id
    where s.id is not null and (?1 is null or s.id = ?1) group by s.id order by 1`,
    only,
  )
  const requests = requestCounts(database, only)
  return rows.map(row => {
    const id = String(row.id)
    const known = requests.has(id) ? [row, requests.get(id)] : row
    const stamp = createHash('sha256').update(JSON.stringify(known)).digest('hex').slice(0, 32)
    const excluded = excludedTypes.get(textAt(row, 'type') ?? '') ?? null
    return { session: sessionOf(id, row), conversation: { id, name: `${nameOf(id)}.jsonl`, stamp, excluded } }
  })
}

function sessionOf(id: string, row: Row): GooseSession {
  return {
    id,
    folder: wordsAt(row, 'folder') ?? null,
    title: wordsAt(row, 'title') ?? null,
    // `YYYY-MM-DD hh:mm:ss`, in UTC, unless the client wrote it out itself.
    created: textAt(row, 'created')?.replace(/^(\S+) ([\d:.]+)$/, '$1T$2Z') ?? null,
  }
}

/** A session's id is a date and a number, unless somebody chose it. */
function nameOf(id: string): string {
  return id.replaceAll(/[^\w.-]/g, '_')
}

function* messagesIn(database: Snapshot, session: string, seen: OnRow | undefined): Generator<GooseMessage> {
  const columns = database.columns('messages')
  const optional = (column: string) => (columns.has(column) ? `cast(${column} as text)` : 'null')
  const rows = database.each(
    `select cast(id as text) as id, ${optional('message_id')} as name, cast(role as text) as role,
      cast(content_json as text) as content, cast(created_timestamp as real) as created,
      ${optional('metadata_json')} as metadata
    from messages where session_id = ? order by messages.id`,
    session,
  )
  for (const row of rows) {
    seen?.(textAt(row, 'content') ?? '')
    yield {
      id: wordsAt(row, 'name') ?? String(row.id),
      role: textAt(row, 'role') ?? null,
      content: textAt(row, 'content') ?? '',
      metadata: textAt(row, 'metadata') ?? null,
      created: typeof row.created === 'number' ? row.created : null,
    }
  }
}

const ledgerColumns =
  'id session_id created_timestamp model input_tokens output_tokens total_tokens cache_read_tokens cache_write_tokens cost cost_source'

/** Newer clients note what each request took. */
function hasLedger(database: Snapshot): boolean {
  const columns = database.columns('usage_ledger')
  return ledgerColumns.split(' ').every(column => columns.has(column))
}

function requestCounts(database: Snapshot, only: string | null): ReadonlyMap<string, Row> {
  if (!hasLedger(database)) return new Map()
  const rows = database.all(
    `select cast(session_id as text) as session, count(*) as rows, max(cast(id as real)) as newest
    from usage_ledger where ?1 is null or session_id = ?1 group by 1`,
    only,
  )
  return new Map(rows.map(row => [String(row.session), row]))
}

/** What was carried over from before the ledger belongs to no request. */
function requestsIn(database: Snapshot, session: string): GooseRequest[] {
  if (!hasLedger(database)) return []
  const real = (column: string) => `cast(${column} as real) as ${column}`
  const rows = database.all(
    `select cast(id as text) as id, cast(model as text) as model, ${real('created_timestamp')}, ${real('cost')},
      ${['input', 'output', 'total', 'cache_read', 'cache_write'].map(each => real(`${each}_tokens`)).join(', ')}
    from usage_ledger where session_id = ? and coalesce(cost_source, '') <> 'carried_forward'
    order by usage_ledger.created_timestamp, usage_ledger.id`,
    session,
  )
  return rows.map(row => ({
    id: String(row.id),
    created: numberAt(row, 'created_timestamp') ?? null,
    model: wordsAt(row, 'model') ?? null,
    tokens: tokensIn(row),
    costUsd: numberAt(row, 'cost') ?? null,
  }))
}

/** The total says whether what came from and went into a cache is among what went in. */
function tokensIn(row: Row): TokenUsage | null {
  const [given, output, total] = ['input_tokens', 'output_tokens', 'total_tokens'].map(key => numberAt(row, key))
  if (given === undefined || output === undefined) return null
  const cache_read = numberAt(row, 'cache_read_tokens') ?? 0
  const cache_write = numberAt(row, 'cache_write_tokens') ?? 0
  const cached = cache_read + cache_write
  const input =
    cached === 0 || total === given + output + cached ? given : total === given + output ? given - cached : -1
  return input < 0 ? null : { input, output, cache_read, cache_write, reasoning: 0 }
}
