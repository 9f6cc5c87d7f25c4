import { join } from 'node:path'
import { turnsOfParents } from '../log-lines/forks.ts'
import { materializedReading } from '../materialized/reading.ts'
import type { FileForm, Place, SourceReader, Surroundings } from '../reader.ts'
import { extensionPlaces, taskForm, taskMayHold } from '../task-folder/places.ts'
import { openTask, taskBeside } from '../task-folder/task.ts'
import { openSession, sessionBeside, sessionEnding } from './session.ts'

export const reader: SourceReader = {
  source: 'cline',
  places: surroundings =>
    extensionPlaces(surroundings, {
      variable: 'DAYBOOK_CLINE_ROOTS',
      extension: 'saoudrizwan.claude-dev',
      more: [dataFolder(surroundings)],
    }),
  formOf: clineForm,
  mayHold: (relative, place) => taskMayHold(relative, place) || /^sessions(?:\/[^/]+)?$/.test(relative),
  beside: file => (isSession(file.path) ? sessionBeside(file) : taskBeside(file)),
  materials: file => (isSession(file.path) ? openSession(file) : openTask('cline', file)),
  ...materializedReading,
  inherited: async files => turnsOfParents(files),
}

/** Where the client of the command line, and newer clients of all editors, keep their sessions. */
function dataFolder({ env, home }: Surroundings): string {
  return env.CLINE_DATA_DIR?.trim() || join(env.CLINE_DIR?.trim() || join(home, '.cline'), 'data')
}

function clineForm(relative: string, place: Place): FileForm | null {
  const isNewer = isSession(relative) && (place.explicit || /^sessions\/[^/]+\/[^/]+$/.test(relative))
  return isNewer ? 'material' : taskForm(relative, place)
}

function isSession(path: string): boolean {
  return path.endsWith(sessionEnding)
}
