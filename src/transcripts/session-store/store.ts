import { basename, isAbsolute, join } from 'node:path'
import type { Environment, FileForm, Materials, NeighbourState, Place, TranscriptFile } from '../reader.ts'
import { sessionDatabase } from './database.ts'
import { sessionTree, treeBeside } from './tree.ts'

/** The store of opencode, and of the clients made from it: a database, or the tree of small files that there was before. */
export interface SessionStore {
  /** The wire name of the agent. */
  source: string
  /** The name of its folder and of its database. */
  name: string
  /** The variable of the client that names another database. */
  variable: string
}

/** Where the store is unless a variable of ours says otherwise. */
export function storePath({ name, variable }: SessionStore, { env, home }: Environment): string {
  const folder = join(env.XDG_DATA_HOME?.trim() || join(home, '.local', 'share'), name)
  const named = env[variable]?.trim()
  if (!named) return folder
  return isAbsolute(named) ? named : join(folder, named)
}

/** A database, or a session of the tree. */
export function storeForm(store: SessionStore, relative: string, place: Place): FileForm | null {
  if (isDatabase(store, relative, place)) return 'material'
  const isSession = /^storage\/session\/[^/]+\/[^/]+\.json$/.test(relative)
  return isSession || (place.explicit && /^session\/[^/]+\/[^/]+\.json$/.test(relative)) ? 'material' : null
}

/** Messages and their parts are beside the sessions, in very many files. */
export function storeMayHold(relative: string, { explicit }: Place): boolean {
  return /^storage(?:\/session(?:\/[^/]+)?)?$/.test(relative) || (explicit && /^session(?:\/[^/]+)?$/.test(relative))
}

export function storeBeside(file: TranscriptFile): NeighbourState | null {
  return isTree(file.path) ? treeBeside(file) : null
}

export function openStore({ source }: SessionStore, { path }: TranscriptFile, only?: string): Materials {
  return isTree(path) ? sessionTree(source, path) : sessionDatabase(source, path, only)
}

function isTree(path: string): boolean {
  return path.endsWith('.json')
}

/** Clients of other channels have a database of their own: `opencode-dev.db`. */
function isDatabase({ name }: SessionStore, relative: string, { path, explicit }: Place): boolean {
  if (relative.includes('/')) return false
  if (relative === basename(path)) return true
  const stem = relative.endsWith('.db') ? relative.slice(0, -'.db'.length) : null
  return stem !== null && (explicit || stem === name || stem.startsWith(`${name}-`))
}
