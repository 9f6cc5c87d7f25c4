import { basename, join } from 'node:path'
import { namedPlaces } from '../places.ts'
import type { FileForm, Place, Places, Surroundings } from '../reader.ts'

export function cursorPlaces(surroundings: Surroundings): Places {
  const { home } = surroundings
  const places = [userFolder(surroundings), join(home, '.cursor', 'projects')]
  const found = { disabled: false, places: places.map(path => ({ path, explicit: false })) }
  return namedPlaces(surroundings, 'DAYBOOK_CURSOR_ROOTS') ?? found
}

const store = 'state.vscdb'

/** All conversations lie in one database; those beside it in folders of their own say which project each belongs to. */
export function cursorForm(relative: string, { path }: Place): FileForm | null {
  if (relative === `globalStorage/${store}` || (relative === store && isStore(path))) return 'material'
  return isAgentTranscript(relative) ? 'lines' : null
}

export function cursorMayHold(relative: string, { explicit, path }: Place): boolean {
  if (relative === 'globalStorage') return true
  return basename(path) === 'projects' || explicit
    ? !/(?:^|\/)(?:workspaceStorage|History|globalStorage)(?:\/|$)/.test(relative)
    : false
}

/** What the agent writes beside the editor; it names no times. */
export function isAgentTranscript(relative: string): boolean {
  return relative.split('/').slice(0, -1).includes('agent-transcripts')
}

/** A store named as a place of its own, or the folder it lies in. */
function isStore(path: string): boolean {
  return basename(path) === store || basename(path) === 'globalStorage'
}

function userFolder({ env, home, platform }: Surroundings): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Cursor', 'User')
  if (platform === 'win32') return join(env.APPDATA?.trim() || join(home, 'AppData', 'Roaming'), 'Cursor', 'User')
  return join(home, '.config', 'Cursor', 'User')
}
