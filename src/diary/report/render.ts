import { join } from 'node:path'
import type { DiaryContext } from '../context.ts'
import { logDiary } from '../feed.ts'
import { askThread } from '../threads/threads.ts'
import { reportLock, writeChecked } from '../workspace/locks.ts'
import type { Workspace } from '../workspace/open.ts'
import { type ComposedReport, composeReport, type HowToCompose } from './compose.ts'
import { writeReportFiles } from './report-files.ts'

type Context = Pick<DiaryContext, 'diary' | 'clock' | 'db' | 'log'>

interface Rendered extends Pick<ComposedReport, 'report_date' | 'overall_confidence'> {
  /** Names of the files in the workspace. */
  files: string[]
}

/** Writes the report of a day and its two views, all of them or none. */
export async function renderDay(
  ctx: Context,
  workspace: Workspace,
  allowGaps: boolean,
  /** Takes nothing over from the report that is there. */
  anew = false,
): Promise<Rendered> {
  const { root } = workspace
  const { report_date, overall_confidence, turns, gaps, files } = await writeChecked(
    root,
    reportLock,
    ctx.diary.lockTimeoutMs,
    {
      file: join(root, 'daily-report.json'),
      check: () => compose(ctx, workspace, { allowGaps, anew }),
      write: composed =>
        writeReportFiles(workspace, ctx.clock(), composed.files, { by: 'builtin', operation: 'diary_render' }),
    },
  )
  await logDiary(ctx, workspace, {
    type: 'diary_rendered',
    summary: `Report of ${report_date} rendered`,
    details: { turns, gaps, files: files.length },
  })
  return { report_date, overall_confidence, files: files.map(({ name }) => name) }
}

async function compose({ diary }: Context, workspace: Workspace, how: HowToCompose): Promise<ComposedReport> {
  const { cacheDir, forgottenDir, root, prices, baseUrl } = diary
  const composed = await askThread(diary, 'composed', {
    compose: { settings: { cacheDir, forgottenDir, root, prices, baseUrl }, workspace, how },
  })
  return composed ?? composeReport(diary, workspace, how)
}
