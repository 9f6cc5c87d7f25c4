import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Entry } from './entry.ts'
import { entriesInJson } from './json-config.ts'
import { entriesInToml } from './toml-config.ts'

/** A chat client and the files where it may name MCP servers. */
export interface Client {
  name: string
  files: string[]
  read: (text: string, folder: string) => Entry[]
  /** How to add Daybook to it. */
  add: string
}

export function clientsOf(env: NodeJS.ProcessEnv, folder: string, command: string[]): Client[] {
  const home = homedir()
  const settings = settingsFolder(env, home)
  const [program, ...args] = [...command, 'mcp']
  const line = [program, ...args].join(' ')
  const inFile = (place: string) => `put "daybook": ${JSON.stringify({ command: program, args })} into ${place}`
  return [
    {
      name: 'Claude Code',
      files: [join(env.CLAUDE_CONFIG_DIR || home, '.claude.json'), join(folder, '.mcp.json')],
      read: entriesInJson,
      add: `claude mcp add daybook -- ${line}`,
    },
    {
      name: 'Codex',
      files: [join(env.CODEX_HOME || join(home, '.codex'), 'config.toml')],
      read: entriesInToml,
      add: `codex mcp add daybook -- ${line}`,
    },
    {
      name: 'Cursor',
      files: [join(home, '.cursor', 'mcp.json'), join(folder, '.cursor', 'mcp.json')],
      read: entriesInJson,
      add: inFile('mcpServers of ~/.cursor/mcp.json'),
    },
    {
      name: 'VS Code',
      files: [join(settings, 'Code', 'User', 'mcp.json'), join(folder, '.vscode', 'mcp.json')],
      read: entriesInJson,
      add: inFile('servers of .vscode/mcp.json'),
    },
    {
      name: 'Claude Desktop',
      files: [join(settings, 'Claude', 'claude_desktop_config.json')],
      read: entriesInJson,
      add: inFile('mcpServers of claude_desktop_config.json'),
    },
  ]
}

export function settingsFolder(env: NodeJS.ProcessEnv, home: string): string {
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (process.platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming')
  return env.XDG_CONFIG_HOME || join(home, '.config')
}
