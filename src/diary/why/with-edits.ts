import type { Db } from '../../db/db.ts'
import type { Archive } from '../archive/archive.ts'
import type { DiaryContext } from '../context.ts'
import { EditIndex } from '../edits/edit-index.ts'
import { type EditCounters, updateEdits } from '../edits/update.ts'
import type { IndexCache } from '../prepare/index/cache.ts'
import { withIndex, withKnownIndex } from '../prepare/open-index.ts'
import type { DiarySettings } from '../settings.ts'

/** What explaining commits needs to be open. */
export interface CommitSources {
  settings: DiarySettings
  db: Db
  cache: IndexCache
  archive: Archive | null
  edits: EditIndex
}

/** Opens the index of edits, brought up to date with all transcripts unless that is not wanted. */
export async function withEdits<T>(
  ctx: Pick<DiaryContext, 'diary' | 'log' | 'db' | 'call'>,
  refresh: boolean,
  work: (opened: CommitSources, read: EditCounters | null) => Promise<T>,
): Promise<T> {
  const { onProgress = () => {} } = ctx.call
  const { cacheDir, root } = ctx.diary
  const opened = { settings: ctx.diary, db: ctx.db }
  if (!refresh) {
    return withKnownIndex(ctx, async ({ cache, archive, databases }) => {
      const edits = new EditIndex(cacheDir, databases)
      return work({ ...opened, cache, archive, edits }, null).finally(() => edits.close())
    })
  }
  return withIndex(ctx, async ({ cache, archive, update }) => {
    const edits = new EditIndex(cacheDir)
    try {
      const indexed = await update(onProgress, { collectsEdits: true })
      const read = await updateEdits(edits, { cache, archive, root, collected: indexed.edits }, onProgress)
      return await work({ ...opened, cache, archive, edits }, read)
    } finally {
      edits.close()
    }
  })
}
