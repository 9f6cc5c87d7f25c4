import type { Archive } from '../archive/archive.ts'
import { type ArchiveState, openArchiveFor } from '../archive/open.ts'
import type { DiaryContext } from '../context.ts'
import { archiveHomes } from './archive-homes.ts'
import { IndexCache } from './index/cache.ts'
import { type Indexed, indexHomes } from './index/index-homes.ts'
import { scanningFor } from './index/threads.ts'
import type { OnProgress } from './progress.ts'

export interface OpenIndex {
  cache: IndexCache
  archive: Archive | null
  archiveState: ArchiveState
  /** Brings index and archive up to date. */
  update(progress: OnProgress): Promise<Updated>
}

interface Updated extends Indexed {
  /** Milliseconds. */
  elapsed: { index: number; archive: number }
}

type Context = Pick<DiaryContext, 'diary' | 'log'>

/** Opens the index and the archive of transcripts for the length of some work. */
export async function withIndex<T>({ diary, log }: Context, work: (index: OpenIndex) => Promise<T>): Promise<T> {
  const cache = new IndexCache(diary.cacheDir)
  const { archive, state: archiveState } = openArchiveFor(diary.archive, log)
  try {
    return await work({
      cache,
      archive,
      archiveState,
      async update(progress) {
        const { surroundings, indexWorkers } = diary
        const scanning = scanningFor(indexWorkers)
        const started = performance.now()
        const indexed = await indexHomes({ cache, archive, surroundings, scanningFor: scanning, progress })
        const index = since(started)
        if (archive) await keepAll(cache, archive, indexed, diary.archive.keepDays, progress, log)
        return { ...indexed, elapsed: { index, archive: since(started) - index } }
      },
    })
  } finally {
    archive?.close()
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
    log(`diary: transcripts were not archived: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}
