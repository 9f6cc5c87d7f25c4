import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { withLock } from '../../../files/lock.ts'
import { replaceFiles, sweepTemporary } from '../../../files/replace.ts'
import { byteOrder } from '../../../kernel/byte-order.ts'
import { DateArgument } from '../../arguments.ts'
import { daysBetween, daysOfWeek, weekOf } from '../../dates/calendar.ts'
import { reject } from '../../rejection.ts'
import type { DiarySettings } from '../../settings.ts'
import { fileText } from '../../workspace/json-file.ts'
import { isMaterial } from '../report-items.ts'
import { type DailyReport, itemCitations } from '../schema.ts'
import { reportStamp, storedReport } from '../stored-reports.ts'
import { leadOfDays } from '../summary.ts'
import { itemFinder, partOf, resultText } from '../text/item-parts.ts'
import type { RangeProject, RangeReport } from './schema.ts'
import { dayStatistics, rangeStatistics } from './statistics.ts'
import { htmlRange, markdownRange } from './views.ts'

interface RenderedRange {
  report: RangeReport
  folder: string
  files: string[]
}

/** Writes the report of a range and its two views from the reports of its days. */
export async function renderRange(settings: DiarySettings, from: string, to: string): Promise<RenderedRange> {
  const name = `${from}_${to}`
  const folder = join(settings.root, 'ranges', name)
  return withLock(join(settings.root, 'ranges', '.locks', name), 'named', settings.lockTimeoutMs, async () => {
    const report = await gatherRange(settings, from, to)
    const json = fileText(report)
    const view = { report, baseUrl: settings.baseUrl, stamp: reportStamp(json) }
    const files = [
      { name: 'report.md', bytes: markdownRange(view) },
      { name: 'report.html', bytes: htmlRange(view) },
      { name: 'range-report.json', bytes: json },
    ]
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await sweepTemporary(folder)
    await replaceFiles(files.map(({ name: file, bytes }) => ({ path: join(folder, file), bytes })))
    return { report, folder, files: files.map(({ name: file }) => `ranges/${name}/${file}`).sort() }
  })
}

/** What the reports of the days say now. */
export async function gatherRange(settings: DiarySettings, from: string, to: string): Promise<RangeReport> {
  const days = new Map<string, StoredDay>()
  for (const day of daysBetween(from, to)) days.set(day, await storedReport(settings, day))
  return buildRange(from, to, days)
}

const Day = DateArgument.describe('YYYY-MM-DD')

/** How a call names several days. */
export const SpanArguments = z.strictObject({
  from: Day.optional(),
  to: Day.optional().describe('The last day, included'),
  week: z.string().optional().describe('ISO week YYYY-Www; the current one when nothing is named'),
  date: DateArgument.optional(),
})

const maxDays = 366

/** The first and the last day that are meant. */
export function spanOf(
  { from, to, week, date }: z.output<typeof SpanArguments>,
  today: string,
): { from: string; to: string } {
  if (week !== undefined && (from !== undefined || to !== undefined)) {
    reject('week', 'a week and days are named', 'send either week, or from and to')
  }
  if (from === undefined && to === undefined) {
    const days = daysOfWeek(week ?? weekOf(date ?? today))
    return days ?? reject('week', 'week is no ISO week', 'write it as 2026-W20')
  }
  if (from === undefined) reject('from', 'from is missing', 'name the first day, too')
  if (to === undefined) reject('to', 'to is missing', 'name the last day, too')
  if (to < from) reject('to', 'to is before from', 'name the earlier day as from')
  if (daysBetween(from, to).length > maxDays) reject('to', `more than ${maxDays} days`, 'name a shorter span')
  return { from, to }
}

type StoredDay = DailyReport | 'absent' | 'unreadable'

/** What the reports of some days say, side by side: items of different days stay different claims. */
function buildRange(from: string, to: string, stored: ReadonlyMap<string, StoredDay>): RangeReport {
  const dates = daysBetween(from, to)
  const reports = dates.flatMap(date => {
    const report = stored.get(date)
    return report === undefined || typeof report === 'string' ? [] : [{ date, report }]
  })
  const projects = projectsOf(reports)
  const statistics = rangeStatistics(
    reports.map(({ date, report }) => ({ date, statistics: dayStatistics(report.statistics) })),
  )
  return {
    schema_version: 1,
    from,
    to,
    timezone_set: [...new Set(reports.map(({ report }) => report.timezone))].sort(byteOrder),
    days: dates.map(date => dayRow(date, stored.get(date) ?? 'absent')),
    projects,
    lead: reports.length === 0 ? [] : leadOfDays(projects, statistics),
    open_items: openItems(reports),
    statistics,
  }
}

interface DatedReport {
  date: string
  report: DailyReport
}

function dayRow(date: string, report: StoredDay): RangeReport['days'][number] {
  if (typeof report === 'string') {
    const state = report === 'absent' ? 'not prepared' : 'unreadable'
    return { date, state, turns: 0, material_items: 0, cost_usd: null, cost_at_least: false }
  }
  const { turns, cost_usd } = dayStatistics(report.statistics)
  const material_items = report.projects.flatMap(({ work_items }) => work_items.filter(isMaterial)).length
  return {
    date,
    state: report.status,
    turns,
    material_items,
    cost_usd: cost_usd.total,
    cost_at_least: cost_usd.at_least,
  }
}

function projectsOf(reports: readonly DatedReport[]): RangeProject[] {
  const parts = reports.flatMap(({ date, report }) => {
    return report.projects.map(project => ({
      date,
      project,
      items: project.work_items.filter(isMaterial).map(item => ({
        date,
        work_item_ref: item.work_item_ref,
        title: item.title,
        disposition: item.disposition,
        waits_for_answer: item.waits_for_answer,
        confidence: item.confidence,
        citations: itemCitations(item).map(citation => ({ date, ...citation })),
        sentence: item.sentence?.text ?? null,
        result: resultText(item),
        checked: partOf(item, 'checked')?.text ?? '',
        has_open: partOf(item, 'open') !== undefined,
        weight: item.weight,
      })),
    }))
  })
  const keys = [...new Set(parts.map(({ project }) => project.project_key))]
  const projects = keys.map(project_key => {
    const own = parts.filter(({ project }) => project.project_key === project_key)
    return {
      project_key,
      project_label: own.at(-1)?.project.project_label ?? project_key,
      days: own.map(({ date }) => date),
      work_items: own.flatMap(({ items }) => items),
      statistics: rangeStatistics(
        own.map(({ date, project }) => ({ date, statistics: dayStatistics(project.statistics) })),
      ),
    }
  })
  return projects.sort(
    (one, other) =>
      other.work_items.length - one.work_items.length ||
      byteOrder(one.project_label, other.project_label) ||
      byteOrder(one.project_key, other.project_key),
  )
}

/** The same thing left open on several days is listed once, as of the last of them. */
function openItems(reports: readonly DatedReport[]): RangeReport['open_items'] {
  const open = new Map<string, RangeReport['open_items'][number]>()
  for (const { date, report } of reports) {
    const itemOf = itemFinder(report.projects)
    for (const { text, citations, kind } of report.executive_summary.open_items) {
      const title = itemOf(citations)?.title ?? null
      const project_key = citations[0]?.project_key ?? ''
      const key = JSON.stringify([project_key, title, text])
      open.delete(key)
      open.set(key, {
        date,
        project_key,
        title,
        text,
        citations: citations.map(citation => ({ date, ...citation })),
        is_question: kind === 'question',
      })
    }
  }
  return [...open.values()]
}
