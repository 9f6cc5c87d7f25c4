import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from '../../files/if-exists.ts'
import { Archive } from '../archive/archive.ts'
import { EditIndex } from '../edits/edit-index.ts'
import { IndexCache } from '../prepare/index/cache.ts'
import { hasSample, sampleSettings } from '../sample-folder.ts'
import { SearchIndex } from '../search/search-index.ts'
import { type DiarySettings, writtenSessionsFolder } from '../settings.ts'
import type { Forgotten, Tombstone } from './tombstones.ts'

/** What transcripts are read into, while it is open. */
export interface Stores {
  cache: IndexCache
  search: SearchIndex
  archive: Archive | null
}

/** The transcripts of forgotten sessions that index, search or archive still hold, by key, with their tombstones. */
export function strays({ cache, search, archive }: Stores, forgotten: Forgotten): Map<string, Tombstone> {
  const nameless = { source: '', sessionId: '', forkedFrom: null }
  const elsewhere = [...search.marks().keys(), ...(archive?.known().keys() ?? [])].map(key => ({ ...nameless, key }))
  return new Map(
    [...elsewhere, ...cache.identities()].flatMap(each => {
      const tombstone = forgotten.tombstoneOf({ ...each, turnIds: [] })
      return tombstone ? [[each.key, tombstone] as const] : []
    }),
  )
}

/**
 * Removes forgotten transcripts from index, search, edits and archive, and every byte of what was removed from their files. Done
 * twice it does the same, so that it may be interrupted anywhere.
 */
export async function purgeStores(settings: DiarySettings, forgotten: Forgotten): Promise<void> {
  const { dir } = settings.archive
  const archive = existsSync(join(dir, 'transcripts.sqlite')) ? new Archive(dir) : null
  try {
    await purgeCache(settings.cacheDir, archive, forgotten)
    if (hasSample(settings)) await purgeCache(sampleSettings(settings).cacheDir, null, forgotten)
    archive?.compact()
  } finally {
    archive?.close()
  }
}

async function purgeCache(cacheDir: string, archive: Archive | null, forgotten: Forgotten): Promise<void> {
  const cache = new IndexCache(cacheDir)
  const search = new SearchIndex(cacheDir)
  const edits = new EditIndex(cacheDir)
  try {
    const ofEdits = [...edits.looks().keys()].filter(key => forgotten.hasPath(key))
    const keys = [...new Set([...strays({ cache, search, archive }, forgotten).keys(), ...ofEdits])]
    edits.forget(keys)
    search.remove(keys)
    cache.remove(keys)
    archive?.remove(keys)
    edits.compact()
    search.compact()
    cache.compact()
  } finally {
    edits.close()
    search.close()
    cache.close()
  }
  await removeWrittenSessions(cacheDir)
}

/** Each is written again when it is read. */
async function removeWrittenSessions(cacheDir: string): Promise<void> {
  const folder = writtenSessionsFolder(cacheDir)
  for (const name of await namesIn(folder)) await rm(join(folder, name), { force: true })
}
