import type { DiaryContext } from '../context.ts'
import { logDiary } from '../feed.ts'
import type { Preparation } from './prepare.ts'

/** Tells the feed of a preparation that changed something. */
export async function tellPrepared(
  ctx: Pick<DiaryContext, 'db' | 'clock' | 'log' | 'diary'>,
  { result, metadata, counters }: Preparation,
): Promise<void> {
  if (result === 'reused') return
  const { turns_in_window, sessions_selected, projects } = counters
  await logDiary(
    ctx,
    { metadata },
    {
      type: 'diary_prepared',
      summary: `${metadata.report_date} ${result}: ${Number(turns_in_window)} turns`,
      details: { result, turns: turns_in_window, sessions: sessions_selected, projects },
    },
  )
}
