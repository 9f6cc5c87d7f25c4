import { basename } from 'node:path'
import { materializedReading } from '../materialized/reading.ts'
import type { SourceReader, TranscriptFile } from '../reader.ts'
import {
  openStore,
  type SessionStore,
  storeBeside,
  storeForm,
  storeMayHold,
  storePath,
} from '../session-store/store.ts'
import { extensionPlaces, taskForm, taskMayHold } from '../task-folder/places.ts'
import { openTask, taskBeside } from '../task-folder/task.ts'

const store: SessionStore = { source: 'kilo-code', name: 'kilo', variable: 'KILO_DB' }

/** Since April 2026 the extension and the command line keep sessions as opencode does; before, tasks as Roo Code. */
export const reader: SourceReader = {
  source: 'kilo-code',
  places: environment =>
    extensionPlaces(environment, {
      variable: 'DAYBOOK_KILO_ROOTS',
      extension: 'kilocode.kilo-code',
      more: [storePath(store, environment)],
    }),
  formOf: (relative, place) => taskForm(relative, place) ?? storeForm(store, relative, place),
  mayHold: (relative, place) => taskMayHold(relative, place) || storeMayHold(relative, place),
  beside: file => (isTask(file) ? taskBeside(file) : storeBeside(file)),
  materials: (file, only) => (isTask(file) ? openTask('kilo-code', file) : openStore(store, file, only)),
  ...materializedReading,
}

function isTask({ path }: TranscriptFile): boolean {
  return basename(path) === 'ui_messages.json'
}
