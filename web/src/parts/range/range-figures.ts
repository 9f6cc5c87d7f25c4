import { weekOf } from '../../../../src/diary/dates/calendar.ts'
import { shortDate, weekdays } from '../../../../src/diary/report/text/names.ts'
import type { Output } from '../../operations.ts'

export type RangeReport = Output<'diary_range_report'>['report']
export type RangeProject = RangeReport['projects'][number]

/** One column of a chart: a day, or a week where there are too many days. */
export interface Bucket {
  key: string
  /** `Tue 12 May`, or the ISO week. */
  label: string
  short: string
  dates: string[]
}

/** More days than these are shown by the week. */
const mostDays = 62

export function bucketsOf(days: ReadonlyArray<{ date: string }>): Bucket[] {
  const byWeek = days.length > mostDays
  const buckets = new Map<string, Bucket>()
  for (const { date } of days) {
    const key = byWeek ? weekOf(date) : date
    const known = buckets.get(key)
    if (known) known.dates.push(date)
    else {
      const label = byWeek ? key : dayLabel(date)
      buckets.set(key, { key, label, short: byWeek ? key.slice(5) : shortLabel(date, days.length), dates: [date] })
    }
  }
  return [...buckets.values()]
}

/** `Tue 12 May`. */
export function dayLabel(date: string): string {
  return `${weekday(date)} ${shortDate(date)}`
}

function shortLabel(date: string, days: number): string {
  return days <= 14 ? dayLabel(date).slice(0, 6).trim() : String(Number(date.slice(8)))
}

function weekday(date: string): string {
  return weekdays[new Date(`${date}T12:00:00Z`).getUTCDay()]?.slice(0, 3) ?? ''
}

/** The turns of a project in a bucket. */
export function turnsIn({ statistics }: RangeProject, { dates }: Bucket): number {
  return sum(statistics.per_day.filter(({ date }) => dates.includes(date)).map(({ turns }) => turns))
}

export const tokenKinds = [
  ['input', 'input'],
  ['cache_read', 'cache read'],
  ['cache_write', 'cache write'],
  ['output', 'output'],
] as const

export function tokensIn(projects: readonly RangeProject[], { dates }: Bucket) {
  const days = daysIn(projects, dates)
  return tokenKinds.map(([kind]) => sum(days.map(({ tokens }) => tokens[kind] ?? 0)))
}

/** Null when nobody knows what any of it cost. */
export function costIn(projects: readonly RangeProject[], { dates }: Bucket): number | null {
  const known = daysIn(projects, dates).flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]))
  return known.length === 0 ? null : sum(known)
}

function daysIn(projects: readonly RangeProject[], dates: readonly string[]) {
  return projects.flatMap(({ statistics }) => statistics.per_day.filter(({ date }) => dates.includes(date)))
}

export interface HeatRow {
  key: string
  label: string
  turns: number[]
}

/** When turns began: a row for each day, or for each weekday where there are too many days. */
export function heatRows(projects: readonly RangeProject[], days: ReadonlyArray<{ date: string }>): HeatRow[] {
  const byWeekday = days.length > mostDays
  const rows = new Map<string, HeatRow>(
    (byWeekday ? mondayFirst : days.map(({ date }) => date)).map(key => [
      key,
      { key, label: byWeekday ? key : dayLabel(key), turns: Array.from({ length: 24 }, () => 0) },
    ]),
  )
  for (const { date, turns } of projects.flatMap(({ statistics }) => statistics.hours)) {
    const row = rows.get(byWeekday ? (weekdays[new Date(`${date}T12:00:00Z`).getUTCDay()] ?? '') : date)
    for (const [hour, count] of turns.entries()) if (row) row.turns[hour] = (row.turns[hour] ?? 0) + count
  }
  return [...rows.values()]
}

const mondayFirst = [...weekdays.slice(1), ...weekdays.slice(0, 1)]

/** Steps of colour: 0 for nothing, 1 to 4 by its share of the most. */
export function levelOf(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * 4))
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
