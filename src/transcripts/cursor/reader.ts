import { materializedReading } from '../materialized/reading.ts'
import { MaterializedScanner } from '../materialized/scanner.ts'
import type { SourceReader } from '../reader.ts'
import { cursorForm, cursorMayHold, cursorPlaces } from './paths.ts'
import { cursorStore } from './store.ts'
import { UntimedScanner } from './untimed-scanner.ts'
import { workspacesBeside } from './workspaces.ts'

export const reader: SourceReader = {
  source: 'cursor',
  places: cursorPlaces,
  formOf: cursorForm,
  mayHold: cursorMayHold,
  beside: file => (file.form === 'material' ? workspacesBeside(file) : null),
  materials: cursorStore,
  ...materializedReading,
  scanner: (file, from) => (file.materialized ? new MaterializedScanner(file, from) : new UntimedScanner(file, from)),
}
