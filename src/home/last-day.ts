import { z } from 'zod'
import { publishedHere } from '../diary/publish/published-here.ts'
import { CostFigures } from '../diary/report/cost-schema.ts'
import { isMaterial } from '../diary/report/report-items.ts'
import type { DailyReport } from '../diary/report/schema.ts'
import { storedReport, workspaceDays } from '../diary/report/stored-reports.ts'
import { certificateLines } from '../diary/report/text/certificate-text.ts'
import { costAmount } from '../diary/report/text/costs.ts'
import { standupText } from '../diary/report/text/standup.ts'
import { CheckTotals } from '../diary/schema.ts'
import type { DiarySettings } from '../diary/settings.ts'

export const LastDay = z.object({
  date: z.string(),
  title: z.string(),
  status: z.enum(['final', 'partial']),
  finished: z.int().describe('Work items that came to an end'),
  items: z.int(),
  projects: z.array(z.string()).describe('Labels of the projects with finished items'),
  files: z.int().nullable(),
  checks: CheckTotals.nullable(),
  cost: z.string().nullable(),
  open: z.int(),
  standup: z.string().describe('To paste into Slack'),
  coverage: z.string().nullable().describe('What the report accounts for, in one sentence'),
  is_sample: z.boolean(),
  nothing_sent: z.boolean().describe('Read by the built-in reader and not published'),
})
export type LastDay = z.output<typeof LastDay>

/** The newest day whose report shows work, the person's own before the sample's; null when there is none. */
export async function lastDay(diary: DiarySettings, sample: readonly string[]): Promise<LastDay | null> {
  const days = await workspaceDays(diary)
  const own = days.filter(day => !sample.includes(day))
  for (const day of [...own, ...days.filter(day => sample.includes(day))].slice(0, daysLookedAt)) {
    const report = await storedReport(diary, day)
    if (typeof report === 'string' || report.projects.every(({ work_items }) => work_items.length === 0)) continue
    const is_sample = sample.includes(day)
    return headline(report, { is_sample, isPublished: (await publishedHere(diary.root, day)).length > 0 })
  }
  return null
}

const daysLookedAt = 30

/** Of the statistics only what is shown here. */
const Shown = z.object({ files: z.object({ touched: z.int() }), checks: CheckTotals, cost_usd: CostFigures }).partial()

function headline(
  report: DailyReport,
  { is_sample, isPublished }: { is_sample: boolean; isPublished: boolean },
): LastDay {
  const { files, checks, cost_usd } = Shown.safeParse(report.statistics).data ?? {}
  const finishedIn = report.projects.map(({ project_label, work_items }) => ({
    label: project_label,
    finished: work_items.filter(item => isMaterial(item) && item.disposition === 'completed' && !item.waits_for_answer)
      .length,
    items: work_items.filter(isMaterial).length,
  }))
  return {
    date: report.report_date,
    title: report.title.text,
    status: report.status,
    finished: finishedIn.reduce((sum, { finished }) => sum + finished, 0),
    items: finishedIn.reduce((sum, { items }) => sum + items, 0),
    projects: [...new Set(finishedIn.filter(({ finished }) => finished > 0).map(({ label }) => label))],
    files: files?.touched ?? null,
    checks: checks ?? null,
    cost: cost_usd ? costAmount(cost_usd) : null,
    open: report.executive_summary.open_items.length,
    standup: standupText([report], 'slack'),
    coverage: report.certificate ? (certificateLines(report.certificate)[0] ?? null) : null,
    is_sample,
    nothing_sent: !isPublished && Object.keys(report.producers).every(name => name === 'builtin'),
  }
}
