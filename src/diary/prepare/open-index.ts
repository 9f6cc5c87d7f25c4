import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { errorMessage, Fault } from '../../kernel/fault.ts'
import { type TranscriptFile, Unreadable } from '../../transcripts/reader.ts'
import { type Archivable, Archive, type Lines } from '../archive/archive.ts'
import { repositoryAround } from '../archive/database.ts'
import type { DiaryContext } from '../context.ts'
import { keepOut } from '../forget/keep-out.ts'
import { loadForgotten } from '../forget/tombstones.ts'
import { isDamage, KeptDatabases, removeIfDamaged } from '../own-database.ts'
import { SearchIndex } from '../search/search-index.ts'
import type { ArchiveSettings } from '../settings.ts'
import { scanningFor } from '../threads/threads.ts'
import { IndexCache } from './index/cache.ts'
import { catchUp } from './index/catch-up.ts'
import { type Indexed, indexHomes } from './index/index-homes.ts'
import { inParallel, type OnProgress, PhaseProgress } from './progress.ts'
import { readTranscript } from './transcript-bytes.ts'

/** The index as it is, to be asked. */
export interface KnownIndex {
  cache: IndexCache
  archive: Archive | null
  search: SearchIndex
  /** What else is asked may be kept open here, too. */
  databases: KeptDatabases
}

export interface OpenIndex extends Omit<KnownIndex, 'databases'> {
  archiveState: ArchiveState
  /** Brings index, search index and archive up to date. */
  update(progress: OnProgress, wanted?: { collectsEdits: boolean }): Promise<Updated>
  /** Reads only files that changed since an instant; everything else waits for the next `update`. */
  updateSince(changedSince: number, progress: OnProgress): Promise<Indexed>
  /** Reads what was added to these files; no other is looked at. */
  updateFiles(only: readonly TranscriptFile[]): Promise<Indexed>
}

interface Updated extends Indexed {
  /** Milliseconds. */
  elapsed: { index: number; archive: number }
}

type Context = Pick<DiaryContext, 'diary' | 'log'>

/** Opens the index and the archive of transcripts for questions; the databases of the index stay open for the next one. */
export function withKnownIndex<T>(ctx: Context, ask: (index: KnownIndex) => Promise<T>): Promise<T> {
  return orMended(ctx, () => withKept(ctx, ask))
}

async function withKept<T>({ diary, log }: Context, ask: (index: KnownIndex) => Promise<T>): Promise<T> {
  diary.reads.databases ??= new KeptDatabases()
  const { databases } = diary.reads
  const cache = new IndexCache(diary.cacheDir, databases)
  const search = new SearchIndex(diary.cacheDir, databases)
  const { archive } = openArchiveFor(diary.archive, log)
  let isDone = false
  try {
    const answer = await ask({ cache, archive, search, databases })
    isDone = true
    return answer
  } finally {
    archive?.close()
    search.close()
    cache.close()
    // A damaged one is found and replaced when it is opened.
    if (!isDone) databases.close()
  }
}

/** Opens the index and the archive of transcripts for the length of some work. */
export function withIndex<T>(ctx: Context, work: (index: OpenIndex) => Promise<T>): Promise<T> {
  return orMended(ctx, () => withOpened(ctx, work))
}

/** What of the index turns out to be damaged is removed: it holds nothing that cannot be made again. */
async function orMended<T>({ diary, log }: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const names = isDamage(error) ? indexFiles.filter(name => removeIfDamaged(join(diary.cacheDir, name))) : []
    if (names.length === 0) throw error
    log(`diary: damaged and removed: ${names.join(', ')}`)
    throw new Fault('REFUSED', 'The index of transcripts was damaged, and was removed.', {
      details: { files: names },
      hint: 'Call again: it is made anew from the transcripts and the archive.',
      cause: error,
    })
  }
}

const indexFiles = ['index.sqlite', 'search.sqlite', 'edits.sqlite']

async function withOpened<T>({ diary, log }: Context, work: (index: OpenIndex) => Promise<T>): Promise<T> {
  diary.reads.databases?.close()
  const cache = new IndexCache(diary.cacheDir)
  const search = new SearchIndex(diary.cacheDir)
  const { archive, state: archiveState } = openArchiveFor(diary.archive, log)
  const { environment } = diary
  const forgotten = loadForgotten(diary)
  const indexing = { cache, archive, search, forgotten, environment, scanningFor: scanningFor(diary) }
  try {
    return await work({
      cache,
      archive,
      archiveState,
      search,
      async update(progress, wanted) {
        const started = performance.now()
        const indexed = await indexHomes({ ...indexing, ...wanted, progress })
        await catchUp(cache, archive, search, diary.root)
        search.noteWhole(true)
        const index = since(started)
        if (archive) await keepAll(cache, archive, indexed, diary.archive.keepDays, progress, log)
        await keepOut(diary, { cache, search, archive }, indexed.turnedUp)
        return { ...indexed, elapsed: { index, archive: since(started) - index } }
      },
      updateSince: (changedSince, progress) => indexHomes({ ...indexing, progress, changedSince }),
      async updateFiles(only) {
        const indexed = await indexHomes({ ...indexing, progress: () => {}, only })
        search.mergeSmall()
        return indexed
      },
    })
  } finally {
    archive?.close()
    search.close()
    cache.close()
  }
}

function since(started: number): number {
  return Math.round(performance.now() - started)
}

/** A full disk or a damaged archive is logged and stops nothing. */
async function keepAll(
  cache: IndexCache,
  archive: Archive,
  indexed: Indexed,
  keepDays: number | null,
  progress: OnProgress,
  log: (line: string) => void,
): Promise<void> {
  try {
    await archiveHomes(cache, archive, indexed, keepDays, progress)
  } catch (error) {
    log(`diary: transcripts were not archived: ${errorMessage(error)}`)
  }
}

/** Keeps every transcript that was indexed and has changed since it was last kept. */
export async function archiveHomes(
  cache: IndexCache,
  archive: Archive,
  { live }: Pick<Indexed, 'live'>,
  keepDays: number | null,
  progress: OnProgress,
): Promise<void> {
  const now = Date.now()
  const oldest = keepDays === null ? null : now - keepDays * dayMs
  const known = archive.known()
  const changed = cache.located().flatMap(transcript => {
    const seen = live.get(transcript.path)
    if (!seen || transcript.size === 0) return []
    const { ino, size, mtimeNs } = seen.stamp
    const mark = transcript.conversation === null ? `${ino} ${size} ${mtimeNs}` : transcript.stamp
    const changedAt = Number(BigInt(mtimeNs) / 1_000_000n)
    const isWanted = known.get(transcript.key)?.mark !== mark && (oldest === null || changedAt >= oldest)
    return isWanted ? [{ transcript, what: { ...transcript, mark, changedAt } satisfies Archivable }] : []
  })
  const total = changed.reduce((sum, { transcript }) => sum + transcript.size, 0)
  const shown = new PhaseProgress(progress, 'archive', changed.length, total)
  await inParallel(changed, lanes, async ({ transcript, what }) => {
    try {
      const lines: Lines = (from, take, to = transcript.size) =>
        readTranscript({ ...transcript, size: Math.min(to, transcript.size) }, null, take, from)
      await archive.keep(what, lines, now)
    } catch (error) {
      // It changed or went while we looked; the next indexing sees it as it is then.
      if (!(error instanceof Unreadable)) throw error
    }
    shown.file(transcript.size)
    await letOthersRun()
  })
  archive.expire(oldest, now)
}

/** Most transcripts are one piece, so several are packed at a time. */
const lanes = 4

const dayMs = 86_400_000

type ArchiveState = 'on' | 'off' | 'in-repository' | 'failed'

interface OpenedArchive {
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
    log(`diary: the archive cannot be opened: ${errorMessage(error)}`)
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
