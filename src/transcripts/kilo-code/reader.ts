import { materializedReading } from '../materialized/reading.ts'
import type { SourceReader } from '../reader.ts'
import { extensionPlaces, taskForm, taskMayHold } from '../task-folder/places.ts'
import { openTask, taskBeside } from '../task-folder/task.ts'

export const reader: SourceReader = {
  source: 'kilo-code',
  places: environment =>
    extensionPlaces(environment, { variable: 'DAYBOOK_KILO_ROOTS', extension: 'kilocode.kilo-code' }),
  formOf: taskForm,
  mayHold: taskMayHold,
  beside: taskBeside,
  materials: file => openTask('kilo-code', file),
  ...materializedReading,
}
