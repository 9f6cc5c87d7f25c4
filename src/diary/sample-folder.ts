import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DiarySettings, newReads } from './settings.ts'

/** Where the transcripts of the sample week and their index are, apart from the person's; without it there is no sample to search. */
export function sampleFolder(root: string): string {
  return join(root, 'sample')
}

/** The settings under which the sample's transcripts are indexed and read. */
export function sampleSettings(diary: DiarySettings): DiarySettings {
  return {
    ...diary,
    cacheDir: join(sampleFolder(diary.root), 'cache'),
    archive: { ...diary.archive, enabled: false },
    reads: newReads(),
  }
}

export function hasSample({ root }: Pick<DiarySettings, 'root'>): boolean {
  return existsSync(join(sampleFolder(root), 'cache'))
}
