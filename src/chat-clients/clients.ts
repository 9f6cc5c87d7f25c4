import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { serversInJson, withJsonEntry, withoutJsonEntry } from './json-settings.ts'
import { type FoundServer, isDaybook, type ServerEntry } from './server-entry.ts'
import { serversInToml, withoutTomlEntry, withTomlEntry } from './toml-settings.ts'

/** For the person everywhere, or for all who work in one folder. */
export type Scope = 'user' | 'project'

/** A chat client: where it looks for servers and for commands, and how its settings are written. */
export interface ChatClient {
  /** As `daybook install` takes it. */
  name: string
  title: string
  /** The settings file of each scope that the client has. */
  files: { user: string; project?: string }
  settings: SettingsFormat
  /** Absent where the client shows MCP prompts as commands by itself. */
  commands?: { user: string; project?: string; ending: string }
  /** The files with its hooks, and the one that says which plugins are on; absent where it has none that Daybook answers. */
  hooks?: { user: HookPlace; project?: HookPlace }
  /** What a person has to do before it runs hooks. */
  trustsHooks?: string
  /** What it calls itself when it connects. */
  callsItself: RegExp
  /** It is started from a desktop, which may not know where programs are. */
  desktop?: true
}

/** The file that a client's hooks are in, and the one that says which plugins are on. */
export interface HookPlace {
  path: string
  plugins: string
}

/** Reads servers from the text of a settings file, and edits it so that only our entry changes. */
interface SettingsFormat {
  servers(text: string, folder: string): FoundServer[]
  /** Undefined when the text is not what it should be. */
  with(text: string, entry: ServerEntry): string | undefined
  without(text: string): string
  /** With the entry that another text has; undefined where it has none. */
  again(text: string, like: string): string | undefined
}

/** A skill is a folder with this file. */
export const skillEnding = '/SKILL.md'

export const clientNames = ['claude', 'codex', 'cursor', 'vscode', 'claude-desktop'] as const

export function chatClients(env: NodeJS.ProcessEnv, folder: string): ChatClient[] {
  const home = homedir()
  const claude = env.CLAUDE_CONFIG_DIR || join(home, '.claude')
  const codex = env.CODEX_HOME || join(home, '.codex')
  const settings = settingsFolder(env, home)
  return [
    {
      name: 'claude',
      callsItself: /^claude-code\b/i,
      title: 'Claude Code',
      files: { user: join(env.CLAUDE_CONFIG_DIR || home, '.claude.json'), project: join(folder, '.mcp.json') },
      settings: jsonFormat('mcpServers', stdio),
      commands: {
        user: join(claude, 'commands'),
        project: join(folder, '.claude', 'commands'),
        ending: '.md',
      },
      hooks: {
        user: hooksIn(join(claude, 'settings.json')),
        project: hooksIn(join(folder, '.claude', 'settings.json')),
      },
    },
    {
      name: 'codex',
      callsItself: /^codex\b/i,
      title: 'Codex',
      files: { user: join(codex, 'config.toml') },
      settings: tomlFormat,
      commands: { user: join(codex, 'skills'), ending: skillEnding },
      hooks: { user: { path: join(codex, 'hooks.json'), plugins: join(codex, 'config.toml') } },
      trustsHooks: 'Codex runs new hooks once you have looked at them there: /hooks.',
    },
    {
      name: 'cursor',
      callsItself: /^cursor\b/i,
      title: 'Cursor',
      files: { user: join(home, '.cursor', 'mcp.json'), project: join(folder, '.cursor', 'mcp.json') },
      settings: jsonFormat('mcpServers', plain),
      commands: {
        user: join(home, '.cursor', 'commands'),
        project: join(folder, '.cursor', 'commands'),
        ending: '.md',
      },
      desktop: true,
    },
    {
      name: 'vscode',
      callsItself: /^(visual studio code|vscode|code)\b/i,
      title: 'VS Code',
      files: { user: join(settings, 'Code', 'User', 'mcp.json'), project: join(folder, '.vscode', 'mcp.json') },
      settings: jsonFormat('servers', stdio),
      commands: {
        user: join(settings, 'Code', 'User', 'prompts'),
        project: join(folder, '.github', 'prompts'),
        ending: '.prompt.md',
      },
      desktop: true,
    },
    {
      name: 'claude-desktop',
      callsItself: /^(claude-ai|claude-desktop|claude)$/i,
      title: 'Claude Desktop',
      files: { user: join(settings, 'Claude', 'claude_desktop_config.json') },
      settings: jsonFormat('mcpServers', plain),
      desktop: true,
    },
  ]
}

/** Folders that were there before Daybook, or that a person named: they stay when nothing is left in them. */
export function keptFolders(env: NodeJS.ProcessEnv, folder: string): string[] {
  const named = [env.CLAUDE_CONFIG_DIR, env.CODEX_HOME, env.XDG_CONFIG_HOME, env.APPDATA]
  return [homedir(), folder, ...named.flatMap(each => (each ? [resolve(each)] : []))]
}

/** A settings file of a chat client that is there. */
export interface SettingsLook {
  file: string
  readable: boolean
  /** Its servers that are Daybook. */
  entries: FoundServer[]
}

/** The settings files of a client that are there, and what they say of Daybook. */
export function lookAtSettings({ files, settings }: ChatClient, folder: string): SettingsLook[] {
  return Object.values(files).flatMap((file): SettingsLook[] => {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return []
    try {
      const entries = settings.servers(readFileSync(file, 'utf8'), folder).filter(isDaybook)
      return [{ file, readable: true, entries }]
    } catch {
      return [{ file, readable: false, entries: [] }]
    }
  })
}

function hooksIn(path: string): HookPlace {
  return { path, plugins: path }
}

function settingsFolder(env: NodeJS.ProcessEnv, home: string): string {
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (process.platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming')
  return env.XDG_CONFIG_HOME || join(home, '.config')
}

const plain = (entry: ServerEntry): object => entry
const stdio = (entry: ServerEntry): object => ({ type: 'stdio', ...entry })

const entryName = 'daybook'

function jsonFormat(under: string, write: (entry: ServerEntry) => object): SettingsFormat {
  return format(
    serversInJson,
    (text, entry) => withJsonEntry(text, under, entryName, write(entry)),
    text => withoutJsonEntry(text, under, entryName),
  )
}

const tomlFormat = format(
  serversInToml,
  (text, entry) => withTomlEntry(text, entryName, entry),
  text => withoutTomlEntry(text, entryName),
)

function format(
  servers: SettingsFormat['servers'],
  put: SettingsFormat['with'],
  without: SettingsFormat['without'],
): SettingsFormat {
  const again = (text: string, like: string) => {
    const own = servers(like, '').find(({ name }) => name === entryName)
    if (own?.command === undefined) return undefined
    const { command, args, env } = own
    return put(text, { command, args, ...(Object.keys(env).length > 0 && { env }) })
  }
  return { servers, with: put, without, again }
}
