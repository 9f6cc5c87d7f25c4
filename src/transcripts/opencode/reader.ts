import { namedPlaces } from '../discover.ts'
import { materializedReading } from '../materialized/reading.ts'
import type { SourceReader } from '../reader.ts'
import {
  openStore,
  type SessionStore,
  storeBeside,
  storeForm,
  storeMayHold,
  storePath,
} from '../session-store/store.ts'

const store: SessionStore = { source: 'opencode', name: 'opencode', variable: 'OPENCODE_DB' }

export const reader: SourceReader = {
  source: 'opencode',
  places: environment =>
    namedPlaces(environment, 'DAYBOOK_OPENCODE_ROOTS') ?? {
      disabled: false,
      places: [{ path: storePath(store, environment), explicit: false }],
    },
  formOf: (relative, place) => storeForm(store, relative, place),
  mayHold: storeMayHold,
  beside: storeBeside,
  materials: (file, only) => openStore(store, file, only),
  ...materializedReading,
}
