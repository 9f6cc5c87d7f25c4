import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ArchiveSettings } from '../settings.ts'
import { Archive } from './archive.ts'
import { repositoryAround } from './database.ts'

export type ArchiveState = 'on' | 'off' | 'in-repository' | 'failed'

export interface OpenedArchive {
  archive: Archive | null
  state: ArchiveState
}

/** The archive, where it is wanted and possible; nothing of the diary waits for it. */
export function openArchiveFor(settings: ArchiveSettings, log: (line: string) => void): OpenedArchive {
  if (!settings.enabled) return { archive: null, state: 'off' }
  if (repositoryAround(realFolder(settings.dir)) !== null) {
    log('diary: the archive lies inside a repository and is not used; set diary.archive.dir to another folder')
    return { archive: null, state: 'in-repository' }
  }
  try {
    return { archive: new Archive(settings.dir), state: 'on' }
  } catch (error) {
    log(`diary: the archive cannot be opened: ${error instanceof Error ? error.message : 'unknown'}`)
    return { archive: null, state: 'failed' }
  }
}

/** The folder without links as far as it exists. */
function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch {
    return dirname(folder) === folder
      ? folder
      : `${realFolder(dirname(folder))}/${folder.slice(dirname(folder).length)}`
  }
}
