import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db, Tx } from '../../db/db.ts'
import { ifExists, namesIn } from '../../files/if-exists.ts'
import { isObject, jsonIn } from '../../kernel/json.ts'
import { Archive } from '../archive/archive.ts'
import { addDays } from '../dates/calendar.ts'
import { EditIndex } from '../edits/edit-index.ts'
import { IndexCache } from '../prepare/index/cache.ts'
import { type VersionContent, versionContents, withdrawVersion } from '../publish/store.ts'
import { citationsWithin } from '../report/schema.ts'
import { SearchIndex } from '../search/search-index.ts'
import { type DiarySettings, hasSample, keptWordsFolder, sampleSettings, writtenSessionsFolder } from '../settings.ts'
import type { Forgotten, Tombstone } from './tombstones.ts'

/** What transcripts are read into, while it is open. */
export interface Stores {
  cache: IndexCache
  search: SearchIndex
  archive: Archive | null
}

/** The transcripts of forgotten sessions that index, search or archive still hold, by key, with their tombstones. */
export function transcriptsOfForgotten(
  { cache, search, archive }: Stores,
  forgotten: Forgotten,
): Map<string, Tombstone> {
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
 * Removes forgotten transcripts from index, search, edits, archive and what hooks kept, and every byte of what was removed from their files. Done
 * twice it does the same, so that it may be interrupted anywhere.
 */
export async function purgeStores(settings: DiarySettings, forgotten: Forgotten): Promise<void> {
  const { dir } = settings.archive
  await purgeKeptWords(keptWordsFolder(dirname(settings.forgottenDir)), forgotten)
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
    const keys = [...new Set([...transcriptsOfForgotten({ cache, search, archive }, forgotten).keys(), ...ofEdits])]
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

async function purgeKeptWords(folder: string, forgotten: Forgotten): Promise<void> {
  for (const name of await namesIn(folder)) {
    const kept: unknown = jsonIn((await ifExists(readFile(join(folder, name), 'utf8'))) ?? '')
    const { session, transcript } = Object(kept)
    // One that cannot be read cannot be looked through either.
    const isMeant = !isObject(kept) || forgotten.isOfChat(String(session), String(transcript))
    if (isMeant) await rm(join(folder, name), { force: true })
  }
}

/** The versions published here, by whomever, that cite turns of forgotten sessions. */
export async function versionsHolding(tx: Tx, forgotten: Forgotten): Promise<VersionContent[]> {
  return (await versionsAround(tx, forgotten)).filter(({ report }) =>
    citationsWithin(jsonIn(report)).some(({ span_sha256 }) => forgotten.hasSpan(span_sha256)),
  )
}

/** Takes the content out of these versions, and every byte of it out of the database. */
export async function withdrawPublished(db: Db, forgotten: Forgotten): Promise<void> {
  const isWithdrawn = await db.write(async tx => {
    for (const version of await versionsHolding(tx, forgotten)) await withdrawVersion(tx, version)
    return (await versionsAround(tx, forgotten)).some(({ report }) => report === '')
  })
  // Also when an earlier attempt had come so far.
  if (isWithdrawn) await db.compact('published_reports')
}

async function versionsAround(tx: Tx, { tombstones }: Forgotten): Promise<VersionContent[]> {
  const dates = tombstones.flatMap(({ days }) => days.map(({ date }) => date)).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  // Days of another time zone begin up to a day earlier or later.
  return versionContents(tx, { from: addDays(first, -1), to: addDays(last, 1) })
}
