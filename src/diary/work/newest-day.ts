import type { DiaryContext } from '../context.ts'
import { dayStart } from '../dates/window.ts'
import { dayAt } from '../dates/zone.ts'
import type { OpenIndex } from '../prepare/open-index.ts'
import type { OnProgress } from '../prepare/progress.ts'
import { knownWork } from './known-work.ts'

/**
 * The newest day with a turn. A file has no turn later than its last change, so files are read from the newest change
 * backwards, a day at a time, until no unread file could hold a later turn.
 */
export async function newestDay(
  ctx: Pick<DiaryContext, 'diary' | 'log'>,
  index: OpenIndex,
  changes: readonly number[],
  progress: OnProgress,
): Promise<string | undefined> {
  const { timezone } = ctx.diary
  const days = [...new Set(changes.map(at => dayAt(at, timezone)))].sort().reverse()
  let newest = 0
  for (const day of days) {
    if (newest >= dayStart(day, timezone)) break
    await index.updateSince(dayStart(day, timezone), progress)
    newest = (await knownWork(ctx, index)).reduce((last, { last_at }) => Math.max(last, last_at), newest)
    if (newest >= dayStart(day, timezone)) break
  }
  return newest === 0 ? undefined : dayAt(newest, timezone)
}
