import { join } from 'node:path'
import { namedPlaces } from '../discover.ts'
import { logReading } from '../log-lines/reading.ts'
import type { Environment, FileForm, Place, Places, SourceReader } from '../reader.ts'
import { copilotEvents } from './event-line.ts'

export const reader: SourceReader = {
  source: 'copilot-cli',
  places: copilotPlaces,
  formOf: copilotForm,
  mayHold: copilotMayHold,
  ...logReading(copilotEvents),
}

function copilotPlaces(environment: Environment): Places {
  const { env, home } = environment
  const path = join(env.COPILOT_HOME?.trim() || join(home, '.copilot'), 'session-state')
  return namedPlaces(environment, 'DAYBOOK_COPILOT_ROOTS') ?? { disabled: false, places: [{ path, explicit: false }] }
}

/** A session is a folder with its events; early clients wrote one file per session instead. */
function copilotForm(relative: string, { path, explicit }: Place): FileForm | null {
  const [name = '', folder] = relative.split('/').reverse()
  if (name === 'events.jsonl' && (folder !== undefined || explicit)) return 'lines'
  if (!name.endsWith('.jsonl')) return null
  const parent = folder ?? path.split(/[\\/]/).at(-1)
  return parent === 'session-state' || parent === name ? 'lines' : null
}

/** A session's folder also holds what the agent made, which may be anything. */
function copilotMayHold(relative: string, { explicit }: Place): boolean {
  const folders = relative.split('/')
  return explicit ? !folders.some(folder => ownFolders.has(folder)) : folders.length === 1
}

const ownFolders = new Set(['checkpoints', 'files', 'research'])
