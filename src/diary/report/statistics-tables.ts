import { formatNumber } from '../../kernel/numbers.ts'
import { labelOf } from '../../transcripts/agents.ts'
import { checkKinds, checkVerdicts, itemKinds, terminalTypes } from '../schema.ts'
import type { BuiltReport } from './build.ts'
import type { Statistics } from './statistics.ts'
import { costText } from './text/costs.ts'
import { checkNames, kindNames, terminalNames } from './text/names.ts'
import { lineCounts } from './text/numbers.ts'

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

export function countedProjects({ projects }: BuiltReport): Counted[] {
  return projects.map(({ project_label, statistics }) => ({ label: project_label, statistics }))
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
    head: ['Kind', 'Passed', 'Failed', 'Without verdict', 'Did not run'],
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
