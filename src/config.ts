import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isPostgres } from './db/db.ts'
import { type DiaryFlags, decideDiary, diaryConfigSchema } from './diary/config.ts'
import type { DiarySettings } from './diary/settings.ts'
import { Fault } from './kernel/fault.ts'
import { withoutUndefined } from './kernel/json.ts'
import { lazy } from './kernel/lazy.ts'
import { parseShape } from './kernel/shape.ts'
import { modelsConfigSchema } from './models/providers.ts'
import type { RecordsSettings } from './records/context.ts'

/** The settings of one run: each from its flag, else the environment, else the config file, else the default. */
export interface Settings {
  home: string
  configFile: string
  /** A PostgreSQL URL or the path of a SQLite file. */
  location: string
  project: string | undefined
  session: string | undefined
  token: string | undefined
  records: Partial<RecordsSettings>
  diary: DiarySettings
  context: ContextSettings
  hooks: HookSettings
  /** A fixed time instead of the clock, for runs that must be repeatable. */
  now: number | undefined
  server: { host: string; port: number; publicUrl: string | undefined }
}

interface ContextSettings {
  userPrompts: string
  userStatements: string
  /** Folders that callers on other machines may name. */
  pathRoots: string[]
}

/** Which hooks of chat clients do something. */
export interface HookSettings {
  session_start: boolean
  pre_compact: boolean
  session_end: boolean
  build_day: boolean
  pre_tool_use: boolean
  /** The most that a hook may add to a chat, in estimated tokens. */
  max_tokens: number
}

export interface Flags extends DiaryFlags {
  db?: string | undefined
  project?: string | undefined
  session?: string | undefined
  token?: string | undefined
  host?: string | undefined
  port?: string | undefined
  publicUrl?: string | undefined
}

export const defaultPort = 4470

/** Reads nothing but the config file and makes nothing; an empty value counts as absent. */
export function loadSettings(flags: Flags, env: NodeJS.ProcessEnv): Settings {
  return combine(flags, env, readConfig(configFile(env), Boolean(env.DAYBOOK_CONFIG)))
}

/** The settings without what a config file says, for when it cannot be used. */
export function settingsWithout(flags: Flags, env: NodeJS.ProcessEnv): Settings {
  return combine({ db: flags.db }, env, {})
}

function combine(flags: Flags, env: NodeJS.ProcessEnv, config: Config): Settings {
  const home = homeFolder(env)
  return {
    home,
    configFile: configFile(env),
    location: flags.db || env.DAYBOOK_DB ? database(flags.db || env.DAYBOOK_DB, '.') : database(config.db, home),
    project: flags.project || env.DAYBOOK_PROJECT || undefined,
    session: flags.session || env.DAYBOOK_SESSION || undefined,
    token: flags.token || env.DAYBOOK_TOKEN || undefined,
    // Absent keys are left out, so that the defaults below them show through.
    records: withoutUndefined(config.records ?? {}),
    context: decideContext(env, config.context ?? {}, home),
    hooks: decideHooks(env, withoutUndefined(config.hooks ?? {})),
    ...decideDiary(
      flags,
      env,
      { ...config.diary, base_url: config.base_url, providers: config.models?.providers },
      home,
    ),
    server: {
      host: flags.host || config.server?.host || '127.0.0.1',
      port: flags.port ? portNumber(flags.port) : (config.server?.port ?? defaultPort),
      publicUrl: flags.publicUrl || config.server?.public_url,
    },
  }
}

function decideContext(env: NodeJS.ProcessEnv, config: NonNullable<Config['context']>, home: string): ContextSettings {
  return {
    userPrompts: resolve(home, env.DAYBOOK_PROMPTS || config.prompts || 'prompts.md'),
    userStatements: resolve(home, env.DAYBOOK_STATEMENTS || config.statements || 'statements.md'),
    pathRoots: (config.path_roots ?? []).map(root => resolve(home, root)),
  }
}

function decideHooks(env: NodeJS.ProcessEnv, config: Partial<HookSettings>): HookSettings {
  const isOn = env.DAYBOOK_HOOKS !== 'off'
  const all = {
    session_start: isOn,
    pre_compact: isOn,
    session_end: isOn,
    build_day: isOn,
    pre_tool_use: isOn,
    max_tokens: 2000,
  }
  return isOn ? { ...all, ...config } : all
}

export function homeFolder(env: NodeJS.ProcessEnv): string {
  return resolve(env.DAYBOOK_HOME || join(homedir(), '.daybook'))
}

function configFile(env: NodeJS.ProcessEnv): string {
  return resolve(env.DAYBOOK_CONFIG || join(homeFolder(env), 'config.json'))
}

/** The config file: `config.json` in DAYBOOK_HOME. */
export const configSchema = lazy(() =>
  z.strictObject({
    db: z.string().min(1).optional().describe('PostgreSQL URL, or a SQLite file relative to DAYBOOK_HOME'),
    records: z
      .strictObject({
        max_depth: z.int().min(1).max(100).describe('Levels a tree of records may have'),
        stale_threshold: z.int().min(0).max(1_000_000).describe('Unseen writes beyond which a session counts as stale'),
        activation_conflict_hours: z
          .number()
          .min(0)
          .max(87_600)
          .describe('How long an idle session still counts as working on a record'),
        implicit_sessions: z
          .enum(['process', 'off'])
          .describe('Whether a stdio server remembers its current session for calls that name none'),
      })
      .partial()
      .optional(),
    server: z
      .strictObject({
        host: z.string().min(1).describe('Address to listen on; any but loopback needs a token'),
        port: z.int().min(0).max(65_535).describe('0 picks a free one'),
        public_url: z.url().describe('The public address of this server when it is behind a proxy'),
      })
      .partial()
      .optional(),
    base_url: z.url().optional().describe('Where citation links of written reports lead; the local server when absent'),
    diary: diaryConfigSchema().optional(),
    models: modelsConfigSchema().optional(),
    context: z
      .strictObject({
        prompts: z.string().min(1).describe('File of your own prompts, relative to DAYBOOK_HOME'),
        statements: z.string().min(1).describe('File of your own statements, relative to DAYBOOK_HOME'),
        path_roots: z
          .array(z.string().min(1))
          .describe(
            'Folders whose projects may bring prompts of their own when the server is reachable from elsewhere',
          ),
      })
      .partial()
      .optional(),
    hooks: z
      .strictObject({
        session_start: z.boolean().describe('Give a new, resumed or compacted chat its context block'),
        pre_compact: z.boolean().describe('Keep the person’s words before a chat is compacted'),
        session_end: z.boolean().describe('Archive and index transcripts when a turn or a session ends'),
        build_day: z.boolean().describe('Build the report of the day then as well, with the built-in reader'),
        pre_tool_use: z.boolean().describe('Name the decision that governs a file before it is edited'),
        max_tokens: z.int().min(200).max(100_000).describe('Of what is added to a chat, as estimated'),
      })
      .partial()
      .optional(),
    // This part has no settings yet; its section may be there, empty.
    room: z.strictObject({}).optional(),
  }),
)

type Config = z.output<ReturnType<typeof configSchema>>

function readConfig(file: string, named: boolean): Config {
  const text = readIfThere(file)
  if (text === undefined && named) throw unusable(file, 'There is no such file. Correct DAYBOOK_CONFIG or unset it.')
  if (text === undefined) return {}
  try {
    return parseShape(configSchema(), JSON.parse(text))
  } catch (error) {
    if (error instanceof Fault) throw unusable(file, 'Correct or remove the settings named here.', error.details)
    // What the file holds is left out: it may be a secret pasted into the wrong place.
    throw unusable(file, 'It is not valid JSON. Correct it, or move it away to use the defaults.')
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw unusable(file, 'It cannot be read. Check its permissions.')
  }
}

function unusable(file: string, hint: string, details?: Record<string, unknown>): Fault {
  return new Fault('INVALID_INPUT', `The settings in ${file} cannot be used.`, { hint, ...(details && { details }) })
}

function database(given: string | undefined, base: string): string {
  if (!given) return join(base, 'daybook.db')
  if (isPostgres(given)) return given
  // Taken as a path, mysql://… would quietly become a folder.
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(given)) {
    throw new Fault('INVALID_INPUT', 'That kind of database is not supported.', {
      hint: 'Give a postgres:// URL or the path of a SQLite file.',
    })
  }
  return resolve(base, given)
}

function portNumber(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new Fault('INVALID_INPUT', 'The port must be a number from 0 to 65535.', { hint: '--port 0 picks a free one.' })
}
