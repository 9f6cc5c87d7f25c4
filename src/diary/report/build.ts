import { byteOrder } from '../../transcripts/byte-order.ts'
import { plural } from '../extract/text.ts'
import type { PriceTable } from '../prices/prices.ts'
import { turnKey } from '../workspace/refs.ts'
import type { Day, ProjectDay } from './day.ts'
import { executiveSummary, overallConfidence } from './executive-summary.ts'
import { keptSlots } from './kept-slots.ts'
import { isMaterial, reportItems } from './report-items.ts'
import type { DailyReport, ReportProject } from './schema.ts'
import { type Statistics, statisticsOf } from './statistics.ts'
import { type ProjectItems, templateSummary, templateTitle } from './templates.ts'

/** A report with the statistics it was made with. */
export interface BuiltReport extends Omit<DailyReport, 'projects' | 'statistics'> {
  projects: Array<Omit<ReportProject, 'statistics'> & { statistics: Statistics }>
  statistics: Statistics
}

/** The report of a day, made only from what the workspace holds. */
export function buildReport(day: Day, previous: DailyReport | undefined, prices: PriceTable): BuiltReport {
  const { metadata } = day
  const slots = keptSlots(previous, day.projects)
  const listed = day.projects.map(project => ({ project, items: reportItems(project) })).sort(inReportOrder)
  const projects = listed.map(({ project, items }) => {
    const statistics = statisticsOf([project], metadata.timezone, prices)
    return {
      project_key: project.key,
      project_label: project.label,
      summary: slots.summaries.get(project.key) ?? templateSummary({ project, items }, statistics),
      work_items: items,
      source_user_messages: project.messages,
      statistics,
    }
  })
  const ordered = listed.map(({ project }) => project)
  return {
    schema_version: 1,
    report_date: metadata.report_date,
    timezone: metadata.timezone,
    status: metadata.status,
    window: metadata.report_window_local,
    title: slots.title ?? templateTitle(listed),
    overall_confidence: overallConfidence(projects, slots.engagement, slots.learning),
    executive_summary: executiveSummary(projects),
    projects,
    engagement_assessment: slots.engagement,
    team_learning: slots.learning,
    gaps: ordered.flatMap(gapsOf),
    warnings: [...ordered.flatMap(warningsOf), ...slots.warnings],
    producers: producersOf(day),
    statistics: statisticsOf(ordered, metadata.timezone, prices),
  }
}

function inReportOrder(one: ProjectItems, other: ProjectItems): number {
  const material = ({ items }: ProjectItems) => items.filter(isMaterial).length
  return (
    material(other) - material(one) ||
    byteOrder(one.project.label, other.project.label) ||
    byteOrder(one.project.key, other.project.key)
  )
}

/** Turns without evidence, or in no work item. */
function gapsOf({ key, progress }: ProjectDay): DailyReport['gaps'] {
  const uncovered = new Set(progress.uncovered.map(turnKey))
  return progress.turns
    .filter(turn => !progress.hasChain(turn) || uncovered.has(turnKey(turn)))
    .map(({ session_ref, turn_ref }) => ({ project_key: key, session_ref, turn_ref }))
}

function warningsOf({ label, progress, facts }: ProjectDay): string[] {
  const known = progress.turns.flatMap(turn => facts.get(turnKey(turn)) ?? [])
  const approximate = known.filter(({ time_basis }) => time_basis !== 'own').length
  const unreadable = known.reduce((sum, { malformed_lines }) => sum + malformed_lines, 0)
  const missing = progress.turns.length - known.length
  return [
    approximate > 0 && `${label}: the times of ${plural(approximate, 'turn')} are approximate.`,
    unreadable > 0 && `${label}: ${plural(unreadable, 'line')} could not be read.`,
    missing > 0 && `${label}: no facts are known about ${plural(missing, 'turn')}.`,
  ].filter(warning => warning !== false)
}

/** Who wrote how many chains and work items. */
function producersOf({ projects, authorOf }: Day): DailyReport['producers'] {
  const authors = projects.flatMap(({ key: project_key, progress }) => [
    ...progress.turns
      .filter(progress.hasChain)
      .map(({ session_ref, turn_ref }) => authorOf({ project_key, session_ref, turn_ref })),
    ...progress.items.map(({ work_item_ref }) => authorOf({ project_key, work_item_ref })),
  ])
  const counts = new Map<string, number>()
  for (const author of authors) counts.set(author ?? 'unknown', (counts.get(author ?? 'unknown') ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([one], [other]) => byteOrder(one, other)))
}
