import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { configSchema, defaultPort } from '../../src/config.ts'
import { recordsDefaults } from '../../src/records/context.ts'
import { agents } from '../../src/transcripts/agents.ts'
import { code, table } from './markdown.ts'

export function configurationPage(): string {
  return `# Configuration

Daybook needs none. What is set is looked for in this order: flag, environment variable, config file, default. The config
file is \`config.json\` in \`DAYBOOK_HOME\`, a JSON object; an unknown key is refused, so that a misspelling is not taken for
a setting.

## Environment variables

${table(['variable', 'meaning', 'flag'], variableRows())}

## Config file

${table(['key', 'type', 'default', 'meaning'], settings(z.toJSONSchema(configSchema(), { io: 'input' }), ''))}

${reserved()}

Other files of your own in \`DAYBOOK_HOME\`: \`prompts.md\` and \`statements.md\` (texts of the context), \`prompts/tools.json\` (how the
tools of every room are explained to models; [the guide](../guide/room.md#your-own-texts-for-the-tools) shows it).

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`
`
}

interface Variable {
  /** What it sets; a variable for a key of the config file takes the key's description. */
  meaning?: string
  key?: string
  flag?: string
}

const variables: Record<string, Variable> = {
  DAYBOOK_HOME: { meaning: 'The folder that holds everything Daybook owns; `~/.daybook` when absent' },
  DAYBOOK_CONFIG: { meaning: 'Another config file' },
  DAYBOOK_DB: { meaning: 'PostgreSQL URL or SQLite file; `daybook.db` in the home when absent', flag: '--db' },
  DAYBOOK_PROJECT: { meaning: 'The project meant when a call names none', flag: '--project' },
  DAYBOOK_SESSION: { meaning: 'The session meant when a call names none', flag: '--session' },
  DAYBOOK_TOKEN: { meaning: 'The token callers of this server must send', flag: '--token' },
  DAYBOOK_NOW: { meaning: 'An instant in place of the clock, for runs that must be the same again' },
  DAYBOOK_ACTOR: { meaning: 'Who is named as the writer in the provenance of what is written' },
  DAYBOOK_WORKSPACE: { meaning: 'The day that diary operations work on when a call names none' },
  DAYBOOK_ROOM_KEY_FILE: {
    meaning: 'The file with the key that signs receipts of the room, in place of the workspace’s own',
  },
  DAYBOOK_TEST_PROVIDERS: { meaning: 'With `1`, agents may speak from a script; for tests only' },
  DAYBOOK_TEST_SCRIPT: { meaning: 'The script: a JSON file with the replies of each agent by its id' },
  DAYBOOK_HOOKS: { meaning: 'With `off`, hooks of chat clients do nothing' },
  DAYBOOK_PROMPTS: { key: 'context.prompts' },
  DAYBOOK_STATEMENTS: { key: 'context.statements' },
  DAYBOOK_BASE_URL: { key: 'base_url' },
  DAYBOOK_DIARY_ROOT: { key: 'diary.root' },
  DAYBOOK_CACHE_DIR: { key: 'diary.cache_dir' },
  DAYBOOK_TIMEZONE: { key: 'diary.timezone' },
  DAYBOOK_INDEX_WORKERS: { key: 'diary.index_workers' },
  DAYBOOK_DIARY_WITH: { key: 'diary.with' },
  DAYBOOK_CONCURRENCY: { key: 'diary.concurrency' },
  DAYBOOK_TASK_TIMEOUT_MS: { key: 'diary.task_timeout_ms' },
  DAYBOOK_BUDGET_USD: { key: 'diary.budget_usd' },
  DAYBOOK_CLAUDE_BIN: { key: 'diary.bin.claude' },
  DAYBOOK_CODEX_BIN: { key: 'diary.bin.codex' },
  DAYBOOK_DIARY_MODEL: { key: 'diary.model' },
  DAYBOOK_AGENT_MODEL: { key: 'diary.agent_model' },
  DAYBOOK_CONTENT_LANGUAGE: { key: 'diary.content_language' },
  DAYBOOK_PRICES: { key: 'diary.prices' },
  DAYBOOK_LOCK_TIMEOUT_MS: { key: 'diary.lock_timeout_ms' },
  DAYBOOK_PUBLISH_SERVER: { key: 'diary.publish.server' },
  DAYBOOK_PUBLISH_PROJECT: { key: 'diary.publish.project' },
  DAYBOOK_PUBLISH_TOKEN: { meaning: 'The token of the team server that reports are published to' },
  ...Object.fromEntries(agents.map(({ source, rootsVariable }) => [rootsVariable, { key: `diary.roots.${source}` }])),
}

/** The variables that the source reads; one that is not described stops the build of the docs. */
function variableRows(): string[][] {
  const folder = fileURLToPath(new URL('../../src', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
  const named = files.flatMap(file => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/\benv\.(DAYBOOK_[A-Z_]+)|'(DAYBOOK_[A-Z_]+)'/g),
  ])
  const read = new Set(named.map(([, direct, quoted]) => direct ?? quoted ?? ''))
  const missing = [...read].filter(name => !(name in variables))
  if (missing.length > 0) throw new Error(`Describe in scripts/docs/configuration.ts: ${missing.join(', ')}`)
  const keys = settings(z.toJSONSchema(configSchema(), { io: 'input' }), '').map(([key = '']) => key.slice(1, -1))
  return Object.entries(variables)
    .filter(([name, { key }]) => read.has(name) && (key === undefined || keys.some(each => key.startsWith(each))))
    .map(([name, { meaning, key, flag = '' }]) => [code(name), meaning ?? `as ${code(key ?? '')}`, flag && code(flag)])
}

const defaults: Record<string, unknown> = {
  'hooks.session_start': true,
  'hooks.pre_compact': true,
  'hooks.session_end': true,
  'hooks.build_day': true,
  'hooks.pre_tool_use': true,
  'hooks.max_tokens': 2000,
  db: 'daybook.db',
  ...Object.fromEntries(Object.entries(recordsDefaults).map(([key, value]) => [`records.${key}`, value])),
  'server.host': '127.0.0.1',
  'server.port': defaultPort,
}

const example = configSchema().parse({
  db: 'postgres://daybook@db.example.org/daybook',
  records: { stale_threshold: 25 },
  server: { host: '0.0.0.0', public_url: 'https://daybook.example.org' },
})

/** Sections that the file may have but that hold no settings; those of a room are kept in its own folder. */
function reserved(): string {
  const { properties = {} } = z.toJSONSchema(configSchema(), { io: 'input' })
  const empty = Object.entries(properties).filter(([, section]) => {
    return typeof section === 'object' && section.properties && Object.keys(section.properties).length === 0
  })
  const names = empty.map(([name]) => code(name)).join(', ')
  return names
    ? `To be left empty, because a room keeps its settings in its folder (\`daybook room settings\`): ${names}.`
    : ''
}

type Schema = z.core.JSONSchema.BaseSchema

function settings({ properties = {} }: Schema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, property]) => {
    if (typeof property === 'boolean') return []
    const key = `${prefix}${name}`
    if (property.properties) return settings(property, `${key}.`)
    const fallback = defaults[key]
    return [
      [
        code(key),
        typeWords(property),
        fallback === undefined ? '' : code(String(fallback)),
        property.description ?? '',
      ],
    ]
  })
}

function typeWords({ type, enum: choices, anyOf, minimum, maximum, format, items }: Schema): string {
  if (anyOf) return anyOf.map(each => typeWords(typeof each === 'object' ? each : {})).join(' or ')
  if (choices) return choices.map(each => code(String(each))).join(' or ')
  if (type === 'array') return `list of ${typeWords(typeof items === 'object' && !Array.isArray(items) ? items : {})}`
  const to = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (minimum !== undefined) return to === undefined ? `${type} from ${minimum}` : `${type} ${minimum}–${to}`
  return format === 'uri' ? 'URL' : String(type)
}
