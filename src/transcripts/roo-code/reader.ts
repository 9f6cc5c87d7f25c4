import { materializedReading } from '../materialized/reading.ts'
import type { SourceReader } from '../reader.ts'
import { extensionPlaces, taskForm, taskMayHold } from '../task-folder/places.ts'
import { openTask, taskBeside } from '../task-folder/task.ts'

export const reader: SourceReader = {
  source: 'roo-code',
  places: environment =>
    extensionPlaces(environment, { variable: 'DAYBOOK_ROO_ROOTS', extension: 'rooveterinaryinc.roo-cline' }),
  formOf: taskForm,
  mayHold: taskMayHold,
  beside: taskBeside,
  materials: file => openTask('roo-code', file),
  ...materializedReading,
}
