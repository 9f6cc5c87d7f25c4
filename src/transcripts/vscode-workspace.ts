import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './reader.ts'
import { isObject, textAt } from './record.ts'

/** The folder that a workspace of VS Code or of an editor made from it is about, on this machine or another. */
export function workspaceRoot(folder: string): string | null {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(folder, 'workspace.json'), 'utf8'))
    const uri = isObject(stored) ? textAt(stored, 'folder') : undefined
    return uri === undefined ? null : pathOfUri(uri)
  } catch {
    return null
  }
}

/** The path that a URI names, or null where it names none. */
export function pathOfUri(uri: string): string | null {
  try {
    const path = decodeURIComponent(new URL(uri).pathname)
    return /^\/[A-Za-z]:(?:\/|$)/.test(path) ? path.slice(1) : path || null
  } catch {
    return null
  }
}

/** Where such an editor keeps what belongs to its user. */
export function userFolder({ env, home, platform }: Environment, editor: string): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', editor, 'User')
  if (platform === 'win32') return join(env.APPDATA?.trim() || join(home, 'AppData', 'Roaming'), editor, 'User')
  return join(env.XDG_CONFIG_HOME?.trim() || join(home, '.config'), editor, 'User')
}
