import { basename, isAbsolute, join } from 'node:path'
import { namedPlaces } from '../discover.ts'
import { materializedReading } from '../materialized/reading.ts'
import type { FileForm, Place, Places, SourceReader, Surroundings } from '../reader.ts'
import { opencodeDatabase } from './database.ts'
import { opencodeTree, treeBeside } from './tree.ts'

export const reader: SourceReader = {
  source: 'opencode',
  places: opencodePlaces,
  formOf: opencodeForm,
  mayHold: opencodeMayHold,
  beside: file => (isTree(file.path) ? treeBeside(file) : null),
  materials: ({ path }, only) => (isTree(path) ? opencodeTree(path) : opencodeDatabase(path, only)),
  ...materializedReading,
}

function isTree(path: string): boolean {
  return path.endsWith('.json')
}

function opencodePlaces(surroundings: Surroundings): Places {
  return namedPlaces(surroundings, 'DAYBOOK_OPENCODE_ROOTS') ?? defaultPlaces(surroundings)
}

/** A database, or a session of the tree of small files that clients kept before there was one. */
function opencodeForm(relative: string, place: Place): FileForm | null {
  if (isDatabase(relative, place)) return 'material'
  const isSession = /^storage\/session\/[^/]+\/[^/]+\.json$/.test(relative)
  return isSession || (place.explicit && /^session\/[^/]+\/[^/]+\.json$/.test(relative)) ? 'material' : null
}

/** Messages and their parts are beside the sessions, in very many files. */
function opencodeMayHold(relative: string, { explicit }: Place): boolean {
  return /^storage(?:\/session(?:\/[^/]+)?)?$/.test(relative) || (explicit && /^session(?:\/[^/]+)?$/.test(relative))
}

function defaultPlaces({ env, home }: Surroundings): Places {
  const folder = join(env.XDG_DATA_HOME?.trim() || join(home, '.local', 'share'), 'opencode')
  const named = env.OPENCODE_DB?.trim()
  if (!named) return { disabled: false, places: [{ path: folder, explicit: false }] }
  return { disabled: false, places: [{ path: isAbsolute(named) ? named : join(folder, named), explicit: false }] }
}

function isDatabase(relative: string, { path, explicit }: Place): boolean {
  if (relative.includes('/')) return false
  if (relative === basename(path)) return true
  return explicit ? relative.endsWith('.db') : /^opencode(?:-.*)?\.db$/.test(relative)
}
