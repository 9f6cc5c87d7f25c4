import { join } from 'node:path'
import { replaceFiles, sweepTemporary } from '../../files/replace.ts'
import type { DiaryContext } from '../context.ts'
import { plural } from '../extract/text.ts'
import { logDiary } from '../feed.ts'
import { loadPrices } from '../prices/price-table.ts'
import { type Problem, rejectAny } from '../rejection.ts'
import { envelopeFile } from '../workspace/envelope.ts'
import { fileText, readObject } from '../workspace/json-file.ts'
import { reportLock, writeChecked } from '../workspace/locks.ts'
import type { Workspace } from '../workspace/open.ts'
import { turnKey } from '../workspace/refs.ts'
import { type BuiltReport, buildReport } from './build.ts'
import { type Day, loadDay } from './day.ts'
import { htmlReport } from './html/report.ts'
import { markdownReport } from './markdown/report.ts'
import { loadReport } from './slots.ts'
import { reportStamp } from './stored-reports.ts'
import { reportView } from './view.ts'

type Context = Pick<DiaryContext, 'diary' | 'clock' | 'db' | 'log'>

interface Rendered {
  report: BuiltReport
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
  const { report, files } = await writeChecked(root, reportLock, ctx.diary.lockTimeoutMs, {
    file: join(root, 'daily-report.json'),
    check: () => compose(ctx, workspace, { allowGaps, anew }),
    async write(composed) {
      await sweepTemporary(root)
      await replaceFiles(composed.files.map(({ name, bytes }) => ({ path: join(root, name), bytes })))
    },
  })
  await logDiary(ctx, workspace, {
    type: 'diary_rendered',
    summary: `Report of ${report.report_date} rendered`,
    details: { turns: report.statistics.turns, gaps: report.gaps.length, files: files.length },
  })
  return { report, files: files.map(({ name }) => name) }
}

async function compose(
  { diary }: Context,
  workspace: Workspace,
  { allowGaps, anew }: { allowGaps: boolean; anew: boolean },
) {
  const day = await loadDay(diary, workspace)
  rejectAny([...overtakenProblems(day), ...(allowGaps ? [] : uncoveredProblems(day))], 'uncovered')
  const before = await readObject(join(workspace.root, 'daily-report.json'))
  const previous = anew || before.state === 'absent' ? undefined : (await loadReport(workspace)).parsed
  const report = buildReport(day, previous, await loadPrices(diary))
  const json = fileText(report)
  const view = reportView(report, day.projects, { baseUrl: diary.baseUrl, stamp: reportStamp(json) })
  const files = [
    { name: 'report.md', bytes: markdownReport(view) },
    { name: 'report.html', bytes: htmlReport(view) },
    { name: 'daily-report.json', bytes: json },
  ]
  return { report, files }
}

function overtakenProblems({ projects }: Day): Problem[] {
  return projects
    .filter(({ progress }) => progress.overtaken)
    .map(({ key }) => ({
      path: 'coverage',
      message: `projects/${key}/${envelopeFile} calls turns gaps that have evidence by now`,
      hint: 'run daybook diary generate, which moves it aside and writes it anew',
    }))
}

const maxNamed = 30

function uncoveredProblems({ projects }: Day): Problem[] {
  return projects.flatMap(({ key, progress: { uncovered: turns } }) => {
    if (turns.length === 0) return []
    const named = turns.slice(0, maxNamed).map(turnKey).join(', ')
    const more = turns.length > maxNamed ? ` and ${turns.length - maxNamed} more` : ''
    const are = turns.length === 1 ? 'is' : 'are'
    return [
      {
        path: 'coverage',
        message: `${plural(turns.length, 'turn')} of ${key} ${are} in no work item: ${named}${more}`,
        hint: 'cover them with write_work_item, or send allow_gaps: true to show them as gaps',
      },
    ]
  })
}
