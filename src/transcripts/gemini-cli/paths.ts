import { join } from 'node:path'
import { namedPlaces } from '../places.ts'
import type { FileForm, Place, Places, Surroundings, TranscriptFile } from '../reader.ts'

export function geminiPlaces(surroundings: Surroundings): Places {
  const tmp = { path: join(surroundings.home, '.gemini', 'tmp'), explicit: false }
  return namedPlaces(surroundings, 'DAYBOOK_GEMINI_ROOTS') ?? { disabled: false, places: [tmp] }
}

/** Conversations lie in folders called `chats`, those of sub-agents one folder deeper. */
export function geminiForm(relative: string, place: Place): FileForm | null {
  const form = relative.endsWith('.jsonl') ? 'lines' : relative.endsWith('.json') ? 'material' : null
  const folders = foldersOf(join(place.path, relative))
  const isChat = folders.at(-1) === 'chats' || (form === 'lines' && folders.at(-2) === 'chats')
  return isChat || (place.explicit && isPlaceItself(relative, place)) ? form : null
}

/** A project's folder holds other things too, some of them large. */
export function geminiMayHold(relative: string, { explicit }: Place): boolean {
  const [, below, ...deeper] = relative.split('/')
  return explicit || below === undefined || (below === 'chats' && deeper.length <= 1)
}

export function isSubagentPath(relative: string): boolean {
  return foldersOf(relative).at(-2) === 'chats'
}

/** Old clients named a project's folder after the hash of its root. */
export function rootHashIn(relative: string): string | null {
  return foldersOf(relative).findLast(folder => /^[0-9a-f]{64}$/.test(folder)) ?? null
}

/** The id of the project a conversation lies under, and the file that tells which root has that id. */
export function projectOf({ path }: TranscriptFile): { id: string; registry: string } | null {
  const parts = path.split(/[\\/]/)
  const chats = parts.lastIndexOf('chats')
  const id = parts[chats - 1]
  return chats < 3 || id === undefined
    ? null
    : { id, registry: join(parts.slice(0, chats - 2).join('/'), 'projects.json') }
}

export function stemOf(relative: string): string {
  return relative.slice(relative.lastIndexOf('/') + 1).replace(/\.jsonl?$/, '')
}

function foldersOf(path: string): string[] {
  return path.split(/[\\/]/).slice(0, -1)
}

function isPlaceItself(relative: string, { path }: Place): boolean {
  return path.split(/[\\/]/).at(-1) === relative
}
