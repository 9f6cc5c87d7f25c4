import { diaryReport } from '../../../diary/operations/diary-report.ts'
import type { DailyReport, ReportItem } from '../../../diary/report/schema.ts'
import { longDate } from '../../../diary/report/text/names.ts'
import { usageFault } from '../failure.ts'
import { rows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { visible, visibleLines } from '../visible.ts'
import { gapsIn, reportIn } from './report-parts.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { confidenceCell, counted, heading } from './words.ts'

export const report: DiaryVerb<[], { markdown?: true; json?: true }, Accepted<typeof diaryReport.output>> = {
  usage: 'report',
  summary: 'what was done on a day, in short; the whole of it as Markdown or JSON',
  options: [['--markdown', 'print report.md']],
  examples: ['report --yesterday', 'report --date 2026-05-12 --markdown > day.md', 'report --json'],
  ask({ call, target }, { markdown, json }) {
    if (markdown && json) throw usageFault('The report is printed in one form.', 'Use --markdown or --json.')
    return call(diaryReport, { ...target, format: markdown ? 'markdown' : 'json' })
  },
  show({ report: data, markdown }, page) {
    if (markdown !== undefined) page.data(page.columns === undefined ? markdown : visibleLines(markdown))
    else showReport(reportIn(data), page)
  },
}

function showReport(day: DailyReport, page: Terminal): void {
  const { colors, line } = page
  const { title, report_date, status, timezone, overall_confidence, statistics, executive_summary, projects } = day
  line(colors.bold(visible(title.text)))
  const state = status === 'partial' ? 'the day is not over' : 'final'
  line(
    visible(
      `${longDate(report_date)}, ${timezone} · ${state} · confidence ${overall_confidence ?? 'n/a'} · ${counted(Number(statistics.turns), 'turn')}`,
    ),
  )
  if (executive_summary.open_items.length > 0) {
    heading(page, 'Open')
    for (const { text } of executive_summary.open_items) line(`${colors.yellow('!')} ${visible(text)}`)
  }
  for (const { project_label, project_key, work_items, summary } of projects) {
    heading(page, visible(project_label))
    if (summary) line(visible(summary.text))
    page.data(rows(work_items.map(item => itemCells(item, page)).concat(work_items.length ? [] : [['no work']]), page))
    if (work_items.length > 0) line(colors.dim(visible(project_key)))
  }
  const gaps = gapsIn(day)
  if (gaps.length > 0) {
    heading(page, `Without evidence: ${counted(gaps.length, 'turn')}`)
    for (const gap of gaps.slice(0, 20)) line(gap)
    if (gaps.length > 20) line(`… and ${gaps.length - 20} more`)
  }
  for (const warning of day.warnings) page.note(`Note: ${visible(warning)}`)
}

function itemCells({ work_item_ref, kind, title, disposition, confidence }: ReportItem, { colors }: Terminal) {
  const material = kind === 'material_work_item'
  return [
    { text: work_item_ref, paint: material ? colors.cyan : colors.dim },
    { text: disposition ?? '', paint: disposition === 'completed' ? colors.green : colors.yellow },
    confidenceCell(confidence, colors),
    { text: title, paint: material ? (text: string) => text : colors.dim },
  ]
}
