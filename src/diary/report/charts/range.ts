import { formatCount, formatNumber, sum } from '../../../kernel/numbers.ts'
import { weekOf } from '../../dates/calendar.ts'
import type { RangeProject, RangeReport } from '../range/schema.ts'
import { costAmount, costText, sumCosts } from '../text/costs.ts'
import { shortDate, weekdays } from '../text/names.ts'
import { compact } from '../text/numbers.ts'
import { plainLine } from '../text/plain.ts'
import type { Bar, BarChart, BarPart } from './bars.ts'
import { drawnWords, maxFiles, nameFile } from './day.ts'
import { tokenKinds, tokenSwatches } from './tokens.ts'

/** What the charts read of a project, or of the whole report. */
type Counted = Pick<RangeProject, 'statistics'>

/** A bar for some days: for one day, or for a week where there are too many days. */
export interface DaysBar extends Bar {
  /** For places where the label is too long. */
  shortLabel: string
  dates: readonly string[]
}

export interface DaysChart extends BarChart {
  bars: readonly DaysBar[]
}

/** More days than these are shown by the week. */
const maxDays = 62

interface Bucket {
  key: string
  /** `Tue 12 May`, or the ISO week. */
  label: string
  shortLabel: string
  dates: string[]
}

export function bucketDays(days: ReadonlyArray<{ date: string }>): Bucket[] {
  const byWeek = days.length > maxDays
  const buckets = new Map<string, Bucket>()
  for (const { date } of days) {
    const key = byWeek ? weekOf(date) : date
    const known = buckets.get(key)
    if (known) known.dates.push(date)
    else {
      const label = byWeek ? key : dayLabel(date)
      buckets.set(key, { key, label, shortLabel: byWeek ? key.slice(5) : shortDay(date, days.length), dates: [date] })
    }
  }
  return [...buckets.values()]
}

/** `Tue 12 May`. */
export function dayLabel(date: string): string {
  return `${weekdayOf(date).slice(0, 3)} ${shortDate(date)}`
}

function shortDay(date: string, days: number): string {
  return days <= 14 ? dayLabel(date).slice(0, 6).trim() : String(Number(date.slice(8)))
}

function weekdayOf(date: string): string {
  return weekdays[new Date(`${date}T12:00:00Z`).getUTCDay()] ?? ''
}

/** The number of colours for projects; those after them share the last. */
const projectColours = 5

export function projectSwatch({ projects }: Pick<RangeReport, 'projects'>, key: string): string {
  const index = projects.findIndex(({ project_key }) => project_key === key)
  return `project-${index < projectColours ? index + 1 : 'rest'}`
}

/** Turns of each day, by project. */
export function turnsChart(report: RangeReport, projects: readonly RangeProject[]): DaysChart | undefined {
  const turns = sum(projects.map(({ statistics }) => statistics.turns))
  if (turns === 0) return undefined
  const turnsIn = (project: RangeProject, { dates }: Bucket) => sum(daysIn([project], dates).map(({ turns }) => turns))
  return projectChart(report, projects, turnsIn, {
    title: 'Turns by day and project',
    summary: `${formatCount(turns, 'turn')} on ${formatCount(report.statistics.days, 'day')} in ${formatCount(projects.length, 'project')}.`,
    unit: 'turn',
  })
}

/** Work items of each day, by project. */
export function itemsChart(report: RangeReport, projects: readonly RangeProject[]): DaysChart | undefined {
  const total = sum(projects.map(({ work_items }) => work_items.length))
  if (total === 0) return undefined
  const itemsIn = (project: RangeProject, { dates }: Bucket) =>
    project.work_items.filter(({ date }) => dates.includes(date)).length
  return projectChart(report, projects, itemsIn, {
    title: 'Work items',
    summary: `${formatCount(total, 'work item')} that changed something; one that took several days counts on each.`,
    unit: 'work item',
  })
}

/** A bar for each day, with a part for each project that has a colour of its own and one for all others. */
function projectChart(
  report: RangeReport,
  projects: readonly RangeProject[],
  countIn: (project: RangeProject, bucket: Bucket) => number,
  { title, summary, unit }: { title: string; summary: string; unit: string },
): DaysChart {
  const buckets = bucketDays(report.days)
  const swatches = new Map(
    projects.map(({ project_key }) => [project_key, projectSwatch(report, project_key)] as const),
  )
  const coloured = projects.filter(({ project_key }) => swatches.get(project_key) !== 'project-rest')
  const others = projects.filter(project => !coloured.includes(project))
  return {
    title,
    summary,
    legend: [
      ...coloured.map(({ project_key, project_label }) => [swatches.get(project_key) ?? '', project_label] as const),
      ...(others.length > 0 ? [['project-rest', 'other projects'] as const] : []),
    ],
    bars: buckets.map(bucket => {
      const part = (swatch: string, of: string, value: number): BarPart => ({
        swatch,
        value,
        of,
        text: formatCount(value, unit),
      })
      const parts = [
        ...coloured.map(project =>
          part(swatches.get(project.project_key) ?? '', project.project_label, countIn(project, bucket)),
        ),
        part('project-rest', 'other projects', sum(others.map(project => countIn(project, bucket)))),
      ]
      const total = sum(parts.map(({ value }) => value))
      return { ...bucket, parts, note: formatNumber(total), details: [formatCount(total, unit)] }
    }),
    head: ['Day', ...projects.map(({ project_label }) => project_label)],
    rows: buckets.map(bucket => [bucket.label, ...projects.map(project => formatNumber(countIn(project, bucket)))]),
  }
}

/**
 * Where the costs of the projects that pass a filter are counted. Without a filter that is the range itself: what a turn of
 * the evening before cost after midnight is part of the day's cost and of no project's.
 */
export function costsOf(report: RangeReport, projects: readonly Counted[]): readonly Counted[] {
  return projects.length === report.projects.length ? [report] : projects
}

/** Tokens and cost of each day. */
export function costChart(report: RangeReport, projects: readonly Counted[]): DaysChart | undefined {
  const days = bucketDays(report.days).map(bucket => {
    const own = daysIn(projects, bucket.dates)
    return {
      bucket,
      tokens: tokenKinds.map(([kind]) => sum(own.map(({ tokens }) => tokens[kind] ?? 0))),
      cost: costAmount(
        sumCosts(own.map(({ cost_usd, cost_at_least }) => ({ ...noCost, total: cost_usd, at_least: cost_at_least }))),
      ),
    }
  })
  if (sum(days.flatMap(({ tokens }) => tokens)) === 0) return undefined
  const totals = tokenKinds.map(([, name], index) => `${compact(sum(days.map(day => day.tokens[index] ?? 0)))} ${name}`)
  const cost_usd = sumCosts(projects.map(({ statistics }) => statistics.cost_usd))
  return {
    title: 'Tokens and cost by day',
    summary: `${totals.join(', ')}. Cost: ${costText({ cost_usd })}.`,
    legend: tokenSwatches,
    bars: days.map(({ bucket, tokens, cost }) => ({
      ...bucket,
      parts: tokenKinds.map(([kind, name], index) => ({
        swatch: `tokens-${kind}`,
        value: tokens[index] ?? 0,
        text: `${formatNumber(tokens[index] ?? 0)} tokens ${name}`,
      })),
      note: cost,
      details: [`Cost: ${cost}`],
    })),
    head: ['Day', ...tokenKinds.map(([, name]) => name), 'cost'],
    rows: days.map(({ bucket, tokens, cost }) => [bucket.label, ...tokens.map(formatNumber), cost]),
  }
}

const noCost = sumCosts([])

function daysIn(projects: readonly Counted[], dates: readonly string[]) {
  return projects.flatMap(({ statistics }) => statistics.per_day.filter(({ date }) => dates.includes(date)))
}

/** The files that were changed on most days; where none was on a second one, those with most changed lines. */
export function filesByDaysChart(report: RangeReport, projects: readonly RangeProject[]): BarChart | undefined {
  const labels = new Map(projects.map(({ project_key, project_label }) => [project_key, project_label]))
  const listed = report.statistics.changed_files.filter(({ project_key }) => labels.has(project_key))
  // Bars that are all as long as each other say nothing.
  const isByLines = listed.every(({ days }) => days === 1) && listed.some(file => linesOf(file) > 0)
  const files = isByLines ? [...listed].sort((one, other) => linesOf(other) - linesOf(one)) : listed
  const [first] = files
  if (!first) return undefined
  const ownerOf = (key: string) => (labels.size > 1 ? { owner: labels.get(key) ?? key } : {})
  // The list of a report ends with its two hundredth file; the count of all of them does not.
  const touched = projects.length === report.projects.length ? report.statistics.files.touched : files.length
  const most = isByLines
    ? `most lines in ${plainLine(first.path)}`
    : `${plainLine(first.path)} on ${formatCount(first.days, 'day')}`
  return {
    title: isByLines ? 'Files by lines changed' : 'Files by days touched',
    summary: `${formatCount(touched, 'file')} changed; ${most}.${drawnWords(touched)}`,
    legend: [],
    bars: files.slice(0, maxFiles).map(file => {
      const { project_key, path, days } = file
      const lines = `+${formatNumber(file.added)} −${formatNumber(file.removed)}`
      const measured = isByLines
        ? { value: linesOf(file), text: `${lines} lines`, note: lines }
        : { value: days, text: `on ${formatCount(days, 'day')}`, note: formatCount(days, 'day') }
      return {
        key: `${project_key} ${path}`,
        label: plainLine(path),
        ...ownerOf(project_key),
        parts: [{ swatch: projectSwatch(report, project_key), value: measured.value, text: measured.text }],
        note: measured.note,
        details: isByLines ? [] : [`${lines} lines${days > 1 ? ', the days added up' : ''}`],
      }
    }),
    head: ['File', 'Days', 'Added', 'Removed'],
    rows: files.map(({ project_key, path, days, added, removed }) => [
      nameFile(plainLine(path), ownerOf(project_key).owner),
      formatNumber(days),
      formatNumber(added),
      formatNumber(removed),
    ]),
  }
}

function linesOf({ added, removed }: { added: number; removed: number }): number {
  return added + removed
}

interface HeatRow {
  key: string
  label: string
  /** Turns that began in each hour of the clock. */
  turns: number[]
}

/** When turns began: a row for each day. */
export function heatByDay(projects: readonly Counted[], days: ReadonlyArray<{ date: string }>): HeatRow[] {
  const rows = days.map(({ date }) => heatRow(date, dayLabel(date)))
  return fillHeat(rows, projects, date => date)
}

/** The same, with a row for each weekday where there are too many days. */
export function heatByDayOrWeekday(projects: readonly Counted[], days: ReadonlyArray<{ date: string }>): HeatRow[] {
  if (days.length <= maxDays) return heatByDay(projects, days)
  const mondayFirst = [...weekdays.slice(1), ...weekdays.slice(0, 1)]
  const rows = mondayFirst.map(weekday => heatRow(weekday, weekday))
  return fillHeat(rows, projects, weekdayOf)
}

function heatRow(key: string, label: string): HeatRow {
  return { key, label, turns: Array.from({ length: 24 }, () => 0) }
}

function fillHeat(rows: HeatRow[], projects: readonly Counted[], keyOf: (date: string) => string): HeatRow[] {
  const byKey = new Map(rows.map(row => [row.key, row]))
  for (const { date, turns } of projects.flatMap(({ statistics }) => statistics.hours)) {
    const row = byKey.get(keyOf(date))
    for (const [hour, count] of turns.entries()) if (row) row.turns[hour] = (row.turns[hour] ?? 0) + count
  }
  return rows
}

interface HeatCell extends Pick<HeatRow, 'key' | 'label'> {
  row: number
  hour: number
  count: number
}

/** Row by row, hour by hour; and the one with the most turns, the first of them if there are several. */
export function heatCells(rows: readonly HeatRow[]): { cells: HeatCell[]; busiest: HeatCell | undefined } {
  const cells = rows.flatMap(({ key, label, turns }, row) =>
    turns.map((count, hour) => ({ key, label, row, hour, count })),
  )
  const max = Math.max(0, ...cells.map(({ count }) => count))
  return { cells, busiest: max === 0 ? undefined : cells.find(({ count }) => count === max) }
}

/** Steps of colour: 0 for nothing, 1 to 4 by its share of the highest count. */
export function heatLevel(count: number, max: number): number {
  return count === 0 ? 0 : Math.max(1, Math.ceil((count / max) * 4))
}
