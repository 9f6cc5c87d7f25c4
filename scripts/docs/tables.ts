import type { Engine } from '../../src/db/dialect.ts'
import { migrations } from '../../src/db/migrations.ts'
import { code, table } from './markdown.ts'

export function tablesPage(): string {
  const sqlite = schemaOf('sqlite')
  const postgres = schemaOf('postgres')
  return `# Tables

The same logical tables on both engines; the store code is one. Times are ISO text on SQLite and \`timestamptz(3)\` on
PostgreSQL, and both are shown as \`YYYY-MM-DDTHH:mm:ss.sssZ\`. JSON is kept as text, so that the order of keys survives.
Look at them as much as you like; writing to them past the program is not supported.

${[...sqlite.tables].map(([name, columns]) => section(name, columns, postgres.tables.get(name) ?? [], sqlite.indexes)).join('\n\n')}
`
}

const purposes: Record<string, string> = {
  daybook_schema: 'The version of this schema; a program that knows a lower one refuses to start.',
  projects: 'One row for each project; `tick` is its logical clock and `last_ts` the time of the last tick.',
  principals: 'Whom a call can act for. `local` is the person at the machine.',
  project_members: 'Who has which role where.',
  tokens:
    'Hashes of the tokens that open a server, with their end and their limits; the tokens themselves are stored nowhere.',
  counters: 'Counters of the whole database; `record` is the last record number that was given out.',
  records: 'Every record as it is now. `path` orders the tree and makes subtrees ranges.',
  record_related: 'Links from a record to others, in the order they were given.',
  record_meta: 'Top-level plain values of metadata, for filtering.',
  record_versions: 'Every version of every record, whole, with who wrote it and when.',
  changes: 'One row for each tick of a project.',
  sessions: 'Working relations of chats to projects. A session is closed only when asked to.',
  session_activations: 'Which records a session may change.',
  session_views: 'The last version of a record whose full text a session was given or wrote.',
  activation_acks: 'Other sessions on the same record that a session was warned about and accepted.',
  activity: 'The feed of everything that happened, in the order of `id`.',
  idempotency: 'Answers kept for calls that carried an idempotency key.',
  project_texts: 'The texts a project carries into every block, each under its key; other keys come from an import.',
  project_settings:
    'How the blocks of a project are built when a call does not say: `context.digest`, `context.max_tokens`.',
  project_links: 'What belongs to a project elsewhere: `diary_project_key` names a project of the diary.',
  project_extra: 'Fields of an imported entry that mean nothing here, kept for the export.',
  context_summaries: 'Every summary with its notes that a project ever had, numbered without gaps.',
  context_builds: 'The newest 200 blocks built for each project: size and hashes, not the text.',
  published_reports: 'Reports of the diary that were published to a team, every version of them.',
  room_anchors: 'How far each chain of the room’s audit had come, kept away from its files on purpose.',
  room_receipts: 'Where each receipt is in the logs; a reindex rebuilds it from them.',
  room_tickets: 'Turns that wait for their room or have it, in the order of arrival.',
  room_workspaces: 'Which folder each project works on; with `below_home` the path begins at `DAYBOOK_HOME`.',
  room_sessions: 'Sessions of the room: chats, conferences, tasks, runs and direct tool runs.',
  room_turns: 'Turns of agents and how they ended; cancelling reaches them here in whatever process they run.',
  room_evidence: 'The places in files that accepted replies cite.',
  record_terms: 'The full-text index. Its terms are made by the program, so both engines find the same records.',
}

interface Column {
  name: string
  type: string
  rules: string
}

interface Schema {
  tables: Map<string, Column[]>
  indexes: Array<{ table: string; name: string; on: string; unique: boolean }>
}

/** Reads the statements of all migrations; one it does not know stops the build of the docs rather than leave a gap. */
function schemaOf(engine: Engine): Schema {
  const schema: Schema = { tables: new Map(), indexes: [] }
  for (const text of migrations.flatMap(migration => migration.up(engine))) {
    const created = /^create (?:virtual )?table (\w+)( using fts5)? ?\(([\s\S]*)\)$/.exec(text)
    const added = /^alter table (\w+) add column ([\s\S]*)$/.exec(text)
    const indexed = /^create (unique )?index (\w+) on (\w+) (?:using \w+ )?\(([\s\S]*)\)(?: where (.*))?$/.exec(text)
    const dropped = /^drop index (\w+)$/.exec(text)
    if (created) {
      const [, name = '', fullText, columns = ''] = created
      schema.tables.set(name, columnsOf(columns, fullText ? 'FTS5' : ''))
    } else if (added) {
      const [, name = '', column = ''] = added
      schema.tables.set(name, [...(schema.tables.get(name) ?? []), ...columnsOf(column, '')])
    } else if (indexed) {
      const [, unique, name = '', table = '', on = '', where] = indexed
      schema.indexes.push({ table, name, on: where ? `${on} where ${where}` : on, unique: unique !== undefined })
    } else if (dropped) {
      schema.indexes = schema.indexes.filter(({ name }) => name !== dropped[1])
    } else if (!text.startsWith('insert into ')) throw new Error(`scripts/docs/tables.ts cannot read: ${text}`)
  }
  return schema
}

function columnsOf(list: string, untyped: string): Column[] {
  const parts = list.split(/,(?![^(]*\))/).map(part => part.replace(/\s+/g, ' ').trim())
  const columns = parts.flatMap(part => {
    const [, name = '', type = '', rules = ''] = /^(\w+) ?((?:\w+(?:\(\d+\))?)?) ?(.*)$/.exec(part) ?? []
    return ['primary', 'unique', 'tokenize'].includes(name)
      ? []
      : [{ name, type: type || untyped, rules: rules.replace('collate "C" ', '') }]
  })
  const keys = parts.flatMap(part => /^primary key \((.*)\)$/.exec(part)?.[1]?.split(', ') ?? [])
  return columns.map(column => (keys.includes(column.name) ? { ...column, rules: `key, ${column.rules}` } : column))
}

function section(name: string, columns: Column[], others: Column[], indexes: Schema['indexes']): string {
  const purpose = purposes[name]
  if (!purpose) throw new Error(`scripts/docs/tables.ts has no sentence about the table ${name}.`)
  const onlyThere = others.filter(other => !columns.some(column => column.name === other.name))
  const rows = [...columns, ...onlyThere].map(({ name: column, type, rules }) => [
    code(column),
    onlyThere.some(each => each.name === column) ? '' : type,
    others.find(each => each.name === column)?.type ?? '',
    rules.replace(/, $/, ''),
  ])
  const own = indexes
    .filter(index => index.table === name)
    .map(({ on, unique }) => `${code(on)}${unique ? ' (unique)' : ''}`)
  return [
    `## ${name}`,
    purpose,
    table(['column', 'SQLite', 'PostgreSQL', 'rules'], rows),
    ...(own.length > 0 ? [`Indexes: ${own.join('; ')}.`] : []),
  ].join('\n\n')
}
