import { materializedReading } from '../materialized/reading.ts'
import type { SourceReader } from '../reader.ts'
import { opencodeDatabase } from './database.ts'
import { opencodeForm, opencodeMayHold, opencodePlaces } from './paths.ts'
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
