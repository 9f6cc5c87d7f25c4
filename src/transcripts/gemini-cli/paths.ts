import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { namedPlaces } from '../discover.ts'
import type { Environment, FileForm, NeighbourState, Place, Places, TranscriptFile } from '../reader.ts'
import { isObject, objectAt } from '../record.ts'

export function geminiPlaces(environment: Environment): Places {
  const tmp = { path: join(environment.home, '.gemini', 'tmp'), explicit: false }
  return namedPlaces(environment, 'DAYBOOK_GEMINI_ROOTS') ?? { disabled: false, places: [tmp] }
}

/** Conversations are in folders called `chats`, those of sub-agents one folder deeper. */
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

/** The id of the project a conversation is under, and the file that says which root has that id. */
function projectOf({ path }: TranscriptFile): { id: string; registry: string } | null {
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

/** The client's list of projects, kept as it was last read, since every conversation asks for it. */
export class ProjectList {
  #read: { registry: string; state: string; roots: Map<string, string> } | undefined

  /** The root that the list gives for the folder a conversation is in. */
  rootOf(file: TranscriptFile): string | null {
    const project = projectOf(file)
    return project ? (this.#rootsIn(project.registry).get(project.id) ?? null) : null
  }

  /** A conversation is read again when its project's root becomes another, not when the list grows. */
  beside(file: TranscriptFile): NeighbourState | null {
    const root = this.rootOf(file)
    return root === null ? null : { mark: createHash('sha256').update(root).digest('hex').slice(0, 16), changedNs: 0n }
  }

  #rootsIn(registry: string): Map<string, string> {
    const stat = statSync(registry, { bigint: true, throwIfNoEntry: false })
    const state = stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : ''
    if (this.#read?.registry !== registry || this.#read.state !== state) {
      this.#read = { registry, state, roots: stat ? readRoots(registry) : new Map() }
    }
    return this.#read.roots
  }
}

function readRoots(registry: string): Map<string, string> {
  try {
    const value: unknown = JSON.parse(readFileSync(registry, 'utf8'))
    const projects = isObject(value) ? objectAt(value, 'projects') : undefined
    const named = Object.entries(projects ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    return new Map(named.map(([root, id]) => [id, root]))
  } catch {
    return new Map()
  }
}
