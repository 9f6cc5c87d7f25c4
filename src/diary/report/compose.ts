import { join } from 'node:path'
import { formatCount } from '../../kernel/numbers.ts'
import { joinFirst } from '../../kernel/text.ts'
import { loadPrices } from '../prices/price-table.ts'
import { type Problem, rejectAny } from '../rejection.ts'
import type { DiarySettings } from '../settings.ts'
import { envelopeFile } from '../workspace/envelope.ts'
import { fileText, readObject } from '../workspace/json-file.ts'
import type { Workspace } from '../workspace/open.ts'
import { turnKey } from '../workspace/refs.ts'
import { buildReport } from './build.ts'
import { type Day, type DaySettings, loadDay } from './day.ts'
import { htmlReport } from './html/report.ts'
import { markdownReport } from './markdown/report.ts'
import type { NewReportFile } from './report-files.ts'
import type { DailyReport } from './schema.ts'
import { loadReport } from './slots.ts'
import { reportStamp } from './stored-reports.ts'
import { reportView } from './view.ts'

export type ComposeSettings = DaySettings & Pick<DiarySettings, 'root' | 'prices' | 'baseUrl'>

export interface HowToCompose {
  allowGaps: boolean
  /** Takes nothing over from the report that is there. */
  anew: boolean
}

/** The files of a day's report, not yet written, with a summary of the report. */
export interface ComposedReport extends Pick<DailyReport, 'report_date' | 'overall_confidence'> {
  turns: number
  gaps: number
  files: NewReportFile[]
}

/** Makes the report of a day and its two views from what the workspace holds. */
export async function composeReport(
  settings: ComposeSettings,
  workspace: Workspace,
  { allowGaps, anew }: HowToCompose,
): Promise<ComposedReport> {
  const day = await loadDay(settings, workspace)
  rejectAny([...overtakenProblems(day), ...(allowGaps ? [] : uncoveredProblems(day))], 'uncovered')
  const before = await readObject(join(workspace.root, 'daily-report.json'))
  const previous = anew || before.state === 'absent' ? undefined : (await loadReport(workspace)).parsed
  const report = buildReport(day, previous, await loadPrices(settings, day.metadata.report_date))
  const json = fileText(report)
  const view = reportView(report, day.projects, { baseUrl: settings.baseUrl, stamp: reportStamp(json) })
  const { report_date, overall_confidence, statistics, gaps } = report
  return {
    report_date,
    overall_confidence,
    turns: statistics.turns,
    gaps: gaps.length,
    files: [
      { name: 'report.md', bytes: markdownReport(view) },
      { name: 'report.html', bytes: htmlReport(view) },
      { name: 'daily-report.json', bytes: json },
    ],
  }
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

function uncoveredProblems({ projects }: Day): Problem[] {
  return projects.flatMap(({ key, progress: { uncovered: turns } }) => {
    if (turns.length === 0) return []
    const named = joinFirst(turns.map(turnKey), 30)
    const are = turns.length === 1 ? 'is' : 'are'
    return [
      {
        path: 'coverage',
        message: `${formatCount(turns.length, 'turn')} of ${key} ${are} in no work item: ${named}`,
        hint: 'cover them with write_work_item, or send allow_gaps: true to show them as gaps',
      },
    ]
  })
}
