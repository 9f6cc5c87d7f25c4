import type { DiaryContext } from '../context.ts'
import { EditIndex } from '../edits/edit-index.ts'
import { type EditCounters, updateEdits } from '../edits/update.ts'
import { withIndex } from '../prepare/open-index.ts'
import type { Opened } from './explain.ts'

/** Opens the index of edits, brought up to date with all transcripts unless that is not wanted. */
export async function withEdits<T>(
  ctx: Pick<DiaryContext, 'diary' | 'log' | 'db' | 'call'>,
  refresh: boolean,
  work: (opened: Opened, read: EditCounters | null) => Promise<T>,
): Promise<T> {
  const { onProgress = () => {} } = ctx.call
  return withIndex(ctx, async ({ cache, archive, update }) => {
    const edits = new EditIndex(ctx.diary.cacheDir)
    try {
      const { root } = ctx.diary
      const indexed = refresh ? await update(onProgress, { collectsEdits: true }) : null
      const read = indexed && (await updateEdits(edits, { cache, archive, root, collected: indexed.edits }, onProgress))
      return await work({ settings: ctx.diary, db: ctx.db, cache, archive, edits }, read)
    } finally {
      edits.close()
    }
  })
}
