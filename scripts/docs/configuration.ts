import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { Config, defaultPort } from '../../src/config.ts'
import { recordsDefaults } from '../../src/records/context.ts'
import { code, table } from './markdown.ts'

export function configurationPage(): string {
  return `# Configuration

Daybook needs none. What is set is looked for in this order: flag, environment variable, config file, default. The config
file is \`config.json\` in \`DAYBOOK_HOME\`, a JSON object; an unknown key is refused, so that a misspelling is not taken for
a setting.

## Environment variables

${table(
  ['variable', 'meaning', 'flag'],
  Object.entries(known()).map(([name, { meaning, flag = '' }]) => [code(name), meaning, flag && code(flag)]),
)}

## Config file

${table(['key', 'type', 'default', 'meaning'], settings(z.toJSONSchema(Config, { io: 'input' }), ''))}

The sections \`diary\`, \`context\` and \`room\` are reserved for parts that are not there yet and must be empty.

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`
`
}

const variables: Record<string, { meaning: string; flag?: string }> = {
  DAYBOOK_HOME: { meaning: 'The folder that holds everything Daybook owns; `~/.daybook` when absent' },
  DAYBOOK_CONFIG: { meaning: 'Another config file' },
  DAYBOOK_DB: { meaning: 'PostgreSQL URL or SQLite file; `daybook.db` in the home when absent', flag: '--db' },
  DAYBOOK_PROJECT: { meaning: 'The project meant when a call names none', flag: '--project' },
  DAYBOOK_SESSION: { meaning: 'The session meant when a call names none', flag: '--session' },
  DAYBOOK_TOKEN: { meaning: 'The token callers of this server must send', flag: '--token' },
}

/** The variables above, if they are the ones the source reads; a forgotten one stops the build of the docs. */
function known(): typeof variables {
  const folder = fileURLToPath(new URL('../../src', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
  const read = files.flatMap(file => readFileSync(join(folder, file), 'utf8').match(/\benv\.DAYBOOK_[A-Z_]+/g) ?? [])
  const used = new Set(read.map(each => each.slice('env.'.length)))
  const wrong = [...used, ...Object.keys(variables)].filter(name => !used.has(name) || !(name in variables))
  if (wrong.length > 0) throw new Error(`Described or read, but not both: ${wrong.join(', ')}`)
  return variables
}

const defaults: Record<string, unknown> = {
  db: 'daybook.db',
  ...Object.fromEntries(Object.entries(recordsDefaults).map(([key, value]) => [`records.${key}`, value])),
  'server.host': '127.0.0.1',
  'server.port': defaultPort,
}

const example = Config.parse({
  db: 'postgres://daybook@db.example.org/daybook',
  records: { stale_threshold: 25 },
  server: { host: '0.0.0.0', public_url: 'https://daybook.example.org' },
})

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

function typeWords({ type, enum: choices, minimum, maximum, format }: Schema): string {
  if (choices) return choices.map(each => code(String(each))).join(' or ')
  if (minimum !== undefined && maximum !== undefined) return `${type} ${minimum}–${maximum}`
  return format === 'uri' ? 'URL' : String(type)
}
