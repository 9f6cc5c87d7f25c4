import { plural } from '../extract/text.ts'
import type { BuiltReport } from './build.ts'
import type { ProjectDay } from './day.ts'
import { isMaterial } from './report-items.ts'
import type { Citation, ReportItem, ReportProject } from './schema.ts'
import type { Counted } from './statistics-tables.ts'
import { costText } from './statistics-tables.ts'
import { type CitationWriter, citationsIn } from './text/citation-text.ts'
import { grouped } from './text/numbers.ts'

/** What the written views of a day are made from. */
export interface ReportView {
  report: BuiltReport
  /** The chains behind it, by project. */
  evidence: ReadonlyMap<string, ProjectDay>
  labels: ReadonlyMap<string, string>
  cited: CitationWriter
  /** Ties the view to its daily-report.json. */
  stamp: string
}

export function reportView(
  report: BuiltReport,
  projects: readonly ProjectDay[],
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

/** The work item a claim of the summary comes from. */
export function itemOf(
  projects: ReadonlyArray<Pick<ReportProject, 'project_key' | 'work_items'>>,
  [cited]: readonly Citation[],
): ReportItem | undefined {
  return projects
    .find(({ project_key }) => project_key === cited?.project_key)
    ?.work_items.find(({ covered_turns }) =>
      covered_turns.some(turn => turn.session_ref === cited?.session_ref && turn.turn_ref === cited.turn_ref),
    )
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
    `${plural(files.touched, 'file')} changed (+${grouped(files.added)} −${grouped(files.removed)})`,
    ...(runs > 0 ? [`${checks.pass} of ${plural(runs, 'check run')} passed`] : []),
    `cost ${costText(statistics)}`,
  ].join(' · ')
}
