import { byteOrder } from '../../../transcripts/byte-order.ts'
import { daysBetween } from '../../dates/calendar.ts'
import { isMaterial } from '../report-items.ts'
import { type DailyReport, itemCitations } from '../schema.ts'
import { itemFinder } from '../text/item-parts.ts'
import type { RangeProject, RangeReport } from './schema.ts'
import { dayStatistics, rangeStatistics } from './statistics.ts'

export type StoredDay = DailyReport | 'absent' | 'unreadable'

/** What the reports of some days say, side by side: items of different days stay different claims. */
export function buildRange(from: string, to: string, stored: ReadonlyMap<string, StoredDay>): RangeReport {
  const dates = daysBetween(from, to)
  const reports = dates.flatMap(date => {
    const report = stored.get(date)
    return report === undefined || typeof report === 'string' ? [] : [{ date, report }]
  })
  return {
    schema_version: 1,
    from,
    to,
    timezone_set: [...new Set(reports.map(({ report }) => report.timezone))].sort(byteOrder),
    days: dates.map(date => dayRow(date, stored.get(date) ?? 'absent')),
    projects: projectsOf(reports),
    open_items: openItems(reports),
    statistics: rangeStatistics(
      reports.map(({ date, report }) => ({ date, statistics: dayStatistics(report.statistics) })),
    ),
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
