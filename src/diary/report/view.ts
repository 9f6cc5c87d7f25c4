import { groupBy } from '../../kernel/group.ts'
import type { Chain } from '../schema.ts'
import { compareTurns, turnKey } from '../workspace/refs.ts'
import type { BuiltReport } from './build.ts'
import { cite, type ProjectDay } from './day.ts'
import { isMaterial } from './report-items.ts'
import type { Citation, OpenItem, ReportItem, ReportProject } from './schema.ts'
import { type CitationWriter, citationsIn } from './text/citation-text.ts'
import { itemFinder, openText } from './text/item-parts.ts'
import { terminalNames } from './text/names.ts'

/** What the written views of a day are made from. */
export interface ReportView {
  report: BuiltReport
  /** The chains behind it, by project. */
  evidence: ReadonlyMap<string, ProjectEvidence>
  labels: ReadonlyMap<string, string>
  cited: CitationWriter
  /** A report for others has none. */
  hasLinks: boolean
  /** Ties the view to its daily-report.json. */
  stamp: string
}

/** The turns of a project, in order, and what is known of them. */
type ProjectEvidence = Pick<ProjectDay, 'key' | 'citations' | 'chains'>

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
    hasLinks: true,
    cited: citationsIn(report.report_date, baseUrl, labels),
    stamp,
  }
}

const mostRows = 24

/** The weightiest pieces of work of a day, for a table of one row each, and how many more there are. */
export function summarized({ projects }: BuiltReport) {
  const items = projects
    .flatMap(project => project.work_items.filter(isMaterial).map(item => ({ project, item })))
    .sort((one, other) => other.item.weight - one.item.weight)
  return { items: items.slice(0, mostRows), more: Math.max(0, items.length - mostRows) }
}

/** What a day leaves open, each with the piece of work it is of. */
export function openOf({ executive_summary, projects }: BuiltReport) {
  const itemOf = itemFinder(projects)
  return executive_summary.open_items.map(open => {
    const { text, citations } = open
    return { item: itemOf(citations), isQuestion: isQuestion(open), text: openText(text), citations }
  })
}

/** The turns about which nothing is claimed. */
export function gapCitations({ report, evidence }: ReportView): Citation[] {
  return report.gaps.flatMap(turn => evidence.get(turn.project_key)?.citations.get(turnKey(turn)) ?? [])
}

/** The chains of a project with the turns they are of. */
export function chainsOf({ evidence }: ReportView, projectKey: string): Array<{ chain: Chain; citation: Citation }> {
  const project = evidence.get(projectKey)
  return [...(project?.citations ?? [])].flatMap(([turn, citation]) => {
    const chain = project?.chains.get(turn)
    return chain ? { chain, citation } : []
  })
}

type Claim = readonly [name: string, { summary: string; citations: ReadonlyArray<{ lines: string }> }]

/** What a chain says, each by the name of what it is. */
export function claimsOf({ trigger, agent_reactions, outcomes, observed_checks, terminal_state }: Chain): Claim[] {
  return [
    ['Trigger', trigger],
    ...agent_reactions.map(reaction => ['Reaction', reaction] as const),
    ...outcomes.map(outcome => ['Outcome', outcome] as const),
    ...observed_checks.map(check => ['Check', check] as const),
    [terminalNames[terminal_state.type], terminal_state],
  ]
}

/** The turns that an item covers, as citations. */
export function coveredCitations(
  { evidence }: ReportView,
  { project_key }: Pick<ReportProject, 'project_key'>,
  { covered_turns }: Pick<ReportItem, 'covered_turns'>,
) {
  const project = evidence.get(project_key)
  return project ? cite(project, covered_turns) : []
}

/** Whether an open item waits for the person's answer. */
function isQuestion({ kind }: OpenItem): boolean {
  return kind === 'question'
}

/** What the user wrote in the turns of a work item. */
type MessageFinder = (item: Pick<ReportItem, 'covered_turns'>) => ReportProject['source_user_messages']

export function messageFinder({ source_user_messages }: Pick<ReportProject, 'source_user_messages'>): MessageFinder {
  const said = groupBy(source_user_messages, turnKey)
  return ({ covered_turns }) => [...covered_turns].sort(compareTurns).flatMap(turn => said.get(turnKey(turn)) ?? [])
}
