import { basename, join } from 'node:path'
import { namedPlaces } from '../discover.ts'
import { materializedReading } from '../materialized/reading.ts'
import type { FileForm, Place, Places, SourceReader, Surroundings } from '../reader.ts'
import { gooseDatabase } from './database.ts'

/** Clients before the database wrote lines; the database took those over, so they are not read. */
export const reader: SourceReader = {
  source: 'goose',
  places: goosePlaces,
  formOf: gooseForm,
  mayHold: (_relative, { explicit }) => explicit,
  materials: ({ path }, only) => gooseDatabase(path, only),
  ...materializedReading,
}

function goosePlaces(surroundings: Surroundings): Places {
  const places = [{ path: join(dataFolder(surroundings), 'sessions'), explicit: false }]
  return namedPlaces(surroundings, 'DAYBOOK_GOOSE_ROOTS') ?? { disabled: false, places }
}

function gooseForm(relative: string, { path, explicit }: Place): FileForm | null {
  const name = basename(relative)
  if (name === 'sessions.db') return 'material'
  return explicit && name.endsWith('.db') && path.endsWith(name) ? 'material' : null
}

function dataFolder({ env, home, platform }: Surroundings): string {
  const root = env.GOOSE_PATH_ROOT?.trim()
  if (root) return join(root, 'data')
  if (platform === 'win32')
    return join(env.APPDATA?.trim() || join(home, 'AppData', 'Roaming'), 'Block', 'goose', 'data')
  return join(env.XDG_DATA_HOME?.trim() || join(home, '.local', 'share'), 'goose')
}
