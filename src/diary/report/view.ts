import { groupBy } from '../../kernel/group.ts'
import { plural } from '../extract/text.ts'
import { compareTurns, turnKey } from '../workspace/refs.ts'
import type { BuiltReport } from './build.ts'
import type { ProjectDay } from './day.ts'
import { isMaterial } from './report-items.ts'
import type { Citation, ReportItem, ReportProject } from './schema.ts'
import type { Counted } from './statistics-tables.ts'
import { type CitationWriter, citationsIn } from './text/citation-text.ts'
import { costText, formatNumber } from './text/numbers.ts'

/** What the written views of a day are made from. */
export interface ReportView {
  report: BuiltReport
  /** The chains behind it, by project. */
  evidence: ReadonlyMap<string, ProjectEvidence>
  labels: ReadonlyMap<string, string>
  cited: CitationWriter
  /** Ties the view to its daily-report.json. */
  stamp: string
}

/** The turns of a project, in order, and what is known of them. */
export type ProjectEvidence = Pick<ProjectDay, 'key' | 'citations' | 'chains'>

export function reportView(
  report: BuiltReport,
  projects: readonly ProjectEvidence[],
  { baseUrl, stamp }: { baseUrl: string | undefined; stamp: string },
): ReportView {
  const labels = new Map(report.projects.map(({ project_key, project_label }) => [project_key, project_label]))
  return {
    report,
    evidence: new Map(projects.map(project => [project.key, project])),
    labels,
    cited: citationsIn(report.report_date, baseUrl, labels),
    stamp,
  }
}

export function countedProjects({ projects }: BuiltReport): Counted[] {
  return projects.map(({ project_label, statistics }) => ({ label: project_label, statistics }))
}

/** Finds the work item a claim of the summary comes from, by what it cites first. */
export function itemFinder(projects: ReadonlyArray<Pick<ReportProject, 'project_key' | 'work_items'>>) {
  const items = new Map<string, ReportItem>()
  for (const { project_key, work_items } of projects) {
    for (const item of work_items) {
      for (const turn of item.covered_turns) items.set(`${project_key}/${turnKey(turn)}`, item)
    }
  }
  return ([cited]: readonly Citation[]): ReportItem | undefined =>
    cited && items.get(`${cited.project_key}/${turnKey(cited)}`)
}

/** What the user wrote in the turns of a work item. */
export type MessageFinder = (item: Pick<ReportItem, 'covered_turns'>) => ReportProject['source_user_messages']

export function messageFinder({ source_user_messages }: Pick<ReportProject, 'source_user_messages'>): MessageFinder {
  const said = groupBy(source_user_messages, turnKey)
  return ({ covered_turns }) => [...covered_turns].sort(compareTurns).flatMap(turn => said.get(turnKey(turn)) ?? [])
}

/** The day in one line of numbers. */
export function headline({ statistics, projects }: BuiltReport): string {
  const { turns, sessions, files, checks } = statistics
  const items = projects.flatMap(({ work_items }) => work_items.filter(isMaterial)).length
  const runs = checks.pass + checks.fail + checks.unknown
  return [
    plural(items, 'work item'),
    `${plural(turns, 'turn')} in ${plural(sessions, 'session')}`,
    plural(projects.length, 'project'),
    `${plural(files.touched, 'file')} changed (+${formatNumber(files.added)} −${formatNumber(files.removed)})`,
    ...(runs > 0 ? [`${checks.pass} of ${plural(runs, 'check run')} passed`] : []),
    `cost ${costText(statistics)}`,
  ].join(' · ')
}
