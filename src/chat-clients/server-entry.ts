import { existsSync } from 'node:fs'
import { basename, delimiter, isAbsolute, join } from 'node:path'
import { textsIn } from '../kernel/json.ts'
import { shellWord } from '../kernel/text.ts'

/** How a client starts a server. */
export interface ServerEntry {
  command: string
  args: string[]
  env?: { [name: string]: string }
}

/** The words of a shell that start the same program on the same data as the server. */
export function shellProgram({ command, args, env = {} }: ServerEntry): string {
  const words = [command, ...args.slice(0, args.indexOf('mcp'))].map(shellWord)
  const variables = Object.entries(env).map(([name, value]) => `${name}=${shellWord(value)}`)
  return [...(process.platform === 'win32' ? [] : variables), ...words].join(' ')
}

/** One MCP server as the settings of a client name it. Nothing of it is ever printed. */
export interface FoundServer {
  name: string
  command: string | undefined
  args: string[]
  env: Record<string, string>
  url: string | undefined
}

/** Reads what a settings file holds under a server's name; fields of another type are left out. */
export function serverFrom(name: string, value: unknown): FoundServer {
  // Every field is checked before it is used.
  const { command, args, env, url } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >
  return {
    name,
    command: typeof command === 'string' ? command : undefined,
    args: textsIn(args),
    env: Object.fromEntries(
      Object.entries(typeof env === 'object' && env !== null ? env : {}).filter(pair => typeof pair[1] === 'string'),
    ),
    url: typeof url === 'string' ? url : undefined,
  }
}

export function isDaybook({ name, command, args }: FoundServer): boolean {
  return /daybook/i.test(name) || [command ?? '', ...args].some(isProgramName)
}

/** Why a client could not start what the entry names; undefined when it can. */
export function faultOf({ command, args, url }: FoundServer, env: NodeJS.ProcessEnv): string | undefined {
  if (url !== undefined) return URL.canParse(url) ? undefined : 'its address is not a URL'
  if (command === undefined) return 'it names no command'
  if (!isThere(command, env)) return 'the program it starts is not there'
  const script = scriptOf(command, args)
  if (script !== undefined && !isAbsolute(script)) return 'it names the program by a relative path'
  if (script !== undefined && !existsSync(script)) return 'the program it starts is not there'
  return args.includes('mcp') ? undefined : 'it does not start `daybook mcp`'
}

/** Where the entry keeps its data, as a value to compare: folder and database. */
export function placeOf({ args, env }: FoundServer, home: string): string {
  const flag = args.indexOf('--db')
  const db = flag >= 0 ? args[flag + 1] : args.find(each => each.startsWith('--db='))?.slice('--db='.length)
  return JSON.stringify([env.DAYBOOK_HOME || home, db ?? env.DAYBOOK_DB ?? ''])
}

function isProgramName(word: string): boolean {
  return /^daybook(\.js|\.cmd|\.ps1|@[\w.-]+)?$/i.test(basename(word.replaceAll('\\', '/')))
}

/** The script that a JavaScript runtime starts. */
function scriptOf(command: string, args: string[]): string | undefined {
  if (!/^(node|bun|deno)(\.exe)?$/i.test(basename(command))) return undefined
  return args.find(each => !each.startsWith('-'))
}

function isThere(command: string, env: NodeJS.ProcessEnv): boolean {
  if (/[/\\]/.test(command)) return existsSync(command)
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : ['']
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.some(folder => endings.some(ending => existsSync(join(folder, `${command}${ending}`))))
}
