import { homedir } from 'node:os'
import { join } from 'node:path'
import { settingsFolder } from '../../../doctor/clients/files.ts'
import { withJsonEntry, withoutJsonEntry } from './json-entry.ts'
import { withoutTomlEntry, withTomlEntry } from './toml-entry.ts'

export const clientNames = ['claude', 'codex', 'cursor', 'vscode', 'claude-desktop'] as const
export type ClientName = (typeof clientNames)[number]

/** Where a client looks for servers and for commands of a person or of a project. */
export interface InstallPlace {
  title: string
  server: ServerFile
  /** Undefined where the client shows MCP prompts as commands by itself. */
  commands: { folder: string; ending: string } | undefined
  /** It is started from a desktop, which may not know where programs lie. */
  desktop: boolean
}

export type Scope = 'user' | 'project'

/** The place for a client; undefined when it knows no such scope. */
export function placeFor(
  name: ClientName,
  scope: Scope,
  folder: string,
  env: NodeJS.ProcessEnv,
): InstallPlace | undefined {
  const home = homedir()
  const user = scope === 'user'
  const settings = settingsFolder(env, home)
  switch (name) {
    case 'claude': {
      const own = env.CLAUDE_CONFIG_DIR || join(home, '.claude')
      return {
        title: 'Claude Code',
        server: jsonFile(
          user ? join(env.CLAUDE_CONFIG_DIR || home, '.claude.json') : join(folder, '.mcp.json'),
          'mcpServers',
          stdio,
        ),
        commands: { folder: join(user ? own : join(folder, '.claude'), 'commands'), ending: '.md' },
        desktop: false,
      }
    }
    case 'codex': {
      const own = env.CODEX_HOME || join(home, '.codex')
      if (!user) return undefined
      return {
        title: 'Codex',
        server: tomlFile(join(own, 'config.toml')),
        commands: { folder: join(own, 'prompts'), ending: '.md' },
        desktop: false,
      }
    }
    case 'cursor': {
      const own = join(user ? home : folder, '.cursor')
      return {
        title: 'Cursor',
        server: jsonFile(join(own, 'mcp.json'), 'mcpServers', plain),
        commands: { folder: join(own, 'commands'), ending: '.md' },
        desktop: true,
      }
    }
    case 'vscode': {
      const own = user ? join(settings, 'Code', 'User') : join(folder, '.vscode')
      return {
        title: 'VS Code',
        server: jsonFile(join(own, 'mcp.json'), 'servers', stdio),
        commands: {
          folder: user ? join(own, 'prompts') : join(folder, '.github', 'prompts'),
          ending: '.prompt.md',
        },
        desktop: true,
      }
    }
    case 'claude-desktop':
      if (!user) return undefined
      return {
        title: 'Claude Desktop',
        server: jsonFile(join(settings, 'Claude', 'claude_desktop_config.json'), 'mcpServers', plain),
        commands: undefined,
        desktop: true,
      }
  }
}

const plain = (entry: Entry): object => entry
const stdio = (entry: Entry): object => ({ type: 'stdio', ...entry })

/** How a client starts a server. */
export interface Entry {
  command: string
  args: string[]
  env?: { [name: string]: string }
}

/** A settings file of a client, edited so that only our entry changes. */
interface ServerFile {
  path: string
  /** Undefined when the file is not what it should be. */
  with(text: string, entry: Entry): string | undefined
  without(text: string): string
}

const name = 'daybook'

function jsonFile(path: string, under: string, shaped: (entry: Entry) => object): ServerFile {
  return {
    path,
    with: (text, entry) => withJsonEntry(text, under, name, shaped(entry)),
    without: text => withoutJsonEntry(text, under, name),
  }
}

function tomlFile(path: string): ServerFile {
  return {
    path,
    with: (text, entry) => withTomlEntry(text, name, entry),
    without: text => withoutTomlEntry(text, name),
  }
}
