import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TaskContext } from '../producer.ts'

/** How an agent program starts the operations for itself. */
export interface ServerEntry {
  command: string
  args: string[]
  env: { [name: string]: string }
  /** Variables that may hold secrets and are handed on by name. */
  inherits: string[]
}

export const serverName = 'daybook'

/** Settings that decide where and when the operations work; none of them is a secret. */
const passedOn = [
  'DAYBOOK_HOME',
  'DAYBOOK_CONFIG',
  'DAYBOOK_TIMEZONE',
  'DAYBOOK_LOCK_TIMEOUT_MS',
  'DAYBOOK_NOW',
] as const

/** This Node and this program, working in the workspace of the task and signing as `actor`. */
export function serverEntry(
  { diary, workspace }: Pick<TaskContext, 'diary' | 'workspace'>,
  actor: string,
): ServerEntry {
  const { env } = diary.surroundings
  const kept = passedOn.flatMap(name => (env[name] ? [[name, env[name]] as const] : []))
  return {
    command: process.execPath,
    args: [ownProgram(), 'mcp', '--toolsets', 'diary'],
    env: {
      ...Object.fromEntries(kept),
      DAYBOOK_DIARY_ROOT: diary.root,
      DAYBOOK_CACHE_DIR: diary.cacheDir,
      DAYBOOK_WORKSPACE: workspace.root,
      DAYBOOK_ACTOR: actor,
    },
    inherits: env.DAYBOOK_DB ? ['DAYBOOK_DB'] : [],
  }
}

/** `bin/daybook.js`, above this file wherever it was bundled to. */
function ownProgram(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const program = join(folder, 'bin', 'daybook.js')
    if (existsSync(program)) return program
    if (folder === dirname(folder)) throw new Error('bin/daybook.js is not there.')
  }
}
