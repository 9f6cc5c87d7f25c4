import { groupBy } from '../../kernel/group.ts'
import { labelOf } from '../../transcripts/agents.ts'
import { checkKinds, checkVerdicts, itemKinds, terminalTypes } from '../schema.ts'
import { compareTurns, turnKey } from '../workspace/refs.ts'
import type { BuiltReport } from './build.ts'
import { cite, type ProjectDay } from './day.ts'
import type { OpenItem, ReportItem, ReportProject } from './schema.ts'
import type { Statistics } from './statistics.ts'
import { type CitationWriter, citationsIn } from './text/citation-text.ts'
import { costText } from './text/costs.ts'
import { checkNames, kindNames, terminalNames } from './text/names.ts'
import { formatNumber, lineCounts } from './text/numbers.ts'

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

/** The turns that an item covers, as citations. */
export function coveredCitations(
  { evidence }: ReportView,
  { project_key }: Pick<ReportProject, 'project_key'>,
  { covered_turns }: Pick<ReportItem, 'covered_turns'>,
) {
  const project = evidence.get(project_key)
  return project ? cite(project, covered_turns) : []
}

export function countedProjects({ projects }: BuiltReport): Counted[] {
  return projects.map(({ project_label, statistics }) => ({ label: project_label, statistics }))
}

/** Whether an open item waits for the person's answer. */
export function isQuestion({ kind }: OpenItem): boolean {
  return kind === 'question'
}

/** What the user wrote in the turns of a work item. */
type MessageFinder = (item: Pick<ReportItem, 'covered_turns'>) => ReportProject['source_user_messages']

export function messageFinder({ source_user_messages }: Pick<ReportProject, 'source_user_messages'>): MessageFinder {
  const said = groupBy(source_user_messages, turnKey)
  return ({ covered_turns }) => [...covered_turns].sort(compareTurns).flatMap(turn => said.get(turnKey(turn)) ?? [])
}

/** A table both views show. The first column names, the others count. */
interface Table {
  title: string
  head: string[]
  rows: string[][]
}

/** Something that has statistics, by its name. */
interface Counted {
  label: string
  statistics: Statistics
}

/** The numbers of a day; tables without rows are left out. */
export function statisticsTables(statistics: Statistics, projects: readonly Counted[]): Table[] {
  return [
    overview(statistics, projects),
    tokenTable(projects),
    checkTable(statistics),
    stateTable(statistics),
    sourceTable(statistics),
  ].filter(({ rows }) => rows.length > 0)
}

function overview(total: Statistics, projects: readonly Counted[]): Table {
  const row = ({ label, statistics: { turns, sessions, work_items, coverage, files } }: Counted) => [
    label,
    ...[turns, sessions, work_items.material_work_item ?? 0, coverage.covered, files.touched].map(formatNumber),
    lineCounts(files),
  ]
  const all = projects.length > 1 ? [row({ label: 'All projects', statistics: total })] : []
  return {
    title: 'Work',
    head: ['Project', 'Turns', 'Sessions', 'Work items', 'Turns covered', 'Files changed', 'Lines'],
    rows: [...projects.map(row), ...all],
  }
}

function tokenTable(projects: readonly Counted[]): Table {
  return {
    title: 'Tokens and cost',
    head: ['Project', 'Input', 'Cache read', 'Cache write', 'Output', 'Turns not known', 'Cost'],
    rows: projects.map(({ label, statistics }) => {
      const { input, cache_read, cache_write, output, unknown_turns } = statistics.tokens
      return [label, ...[input, cache_read, cache_write, output, unknown_turns].map(formatNumber), costText(statistics)]
    }),
  }
}

function checkTable({ check_kinds }: Statistics): Table {
  return {
    title: 'Check runs',
    head: ['Kind', 'Passed', 'Failed', 'No verdict', 'Did not run'],
    rows: checkKinds
      .filter(kind => checkVerdicts.some(verdict => check_kinds[kind][verdict] > 0))
      .map(kind => [checkNames[kind], ...checkVerdicts.map(verdict => formatNumber(check_kinds[kind][verdict]))]),
  }
}

function stateTable({ terminal_states, work_items }: Statistics): Table {
  return {
    title: 'How turns and items ended up',
    head: ['Kind', 'Count'],
    rows: [
      ...itemKinds.map(kind => [`Items: ${kindNames[kind]}`, work_items[kind] ?? 0] as const),
      ...terminalTypes.map(type => [`Turns: ${terminalNames[type]}`, terminal_states[type] ?? 0] as const),
    ]
      .filter(([, count]) => count > 0)
      .map(([name, count]) => [name, formatNumber(count)]),
  }
}

function sourceTable({ sources, models }: Statistics): Table {
  return {
    title: 'Agents and models',
    head: ['Name', 'Turns'],
    rows: [
      ...Object.entries(sources).map(([source, turns]) => [labelOf(source), formatNumber(turns)]),
      ...Object.entries(models).map(([model, turns]) => [model, formatNumber(turns)]),
    ],
  }
}
