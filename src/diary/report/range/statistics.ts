import { z } from 'zod'
import { byteOrder } from '../../../kernel/byte-order.ts'
import { sum } from '../../../kernel/numbers.ts'
import { CheckTotals } from '../../schema.ts'
import { CostFigures } from '../cost-schema.ts'
import type { DailyReport } from '../schema.ts'
import { sumCosts } from '../text/costs.ts'
import { addTotals } from '../text/numbers.ts'
import type { RangeStatistics } from './schema.ts'

interface Dated {
  date: string
  statistics: DayStatistics
}

export function rangeStatistics(days: readonly Dated[]): RangeStatistics {
  const each = days.map(({ statistics }) => statistics)
  const files = changedFiles(each)
  const unsized = sum(each.map(({ files: own }) => own.unsized))
  return {
    days: days.length,
    turns: sum(each.map(({ turns }) => turns)),
    sessions: sum(each.map(({ sessions }) => sessions)),
    work_items: addCounts(each.map(({ work_items }) => work_items)),
    tokens: addCounts(each.map(({ tokens }) => tokens)),
    cost_usd: sumCosts(each.map(({ cost_usd }) => cost_usd)),
    checks: addTotals(each.map(({ checks }) => checks)),
    check_kinds: {
      typecheck: addTotals(each.map(({ check_kinds }) => check_kinds.typecheck)),
      lint: addTotals(each.map(({ check_kinds }) => check_kinds.lint)),
      test: addTotals(each.map(({ check_kinds }) => check_kinds.test)),
      build: addTotals(each.map(({ check_kinds }) => check_kinds.build)),
    },
    files: {
      touched: files.length,
      added: sum(files.map(file => file.added)),
      removed: sum(files.map(file => file.removed)),
      ...(unsized > 0 && { unsized }),
    },
    changed_files: files.slice(0, maxFiles),
    tools: toolsOf(each),
    sources: addCounts(each.map(({ sources }) => sources)),
    models: addCounts(each.map(({ models }) => models)),
    hours: days.map(({ date, statistics: { timeline } }) => ({ date, turns: byHour(timeline) })),
    per_day: days.map(({ date, statistics: { turns, tokens, cost_usd } }) => ({
      date,
      turns,
      tokens: addCounts([tokens]),
      cost_usd: cost_usd.total,
      cost_at_least: cost_usd.at_least,
    })),
  }
}

const maxFiles = 200

function changedFiles(days: readonly DayStatistics[]): RangeStatistics['changed_files'] {
  const files = new Map<string, RangeStatistics['changed_files'][number]>()
  for (const { changed_files } of days) {
    for (const { project_key, path, ...lines } of changed_files) {
      const key = `${project_key}/${path}`
      const known = files.get(key)
      files.set(key, {
        project_key,
        path,
        days: (known?.days ?? 0) + 1,
        added: (known?.added ?? 0) + lines.added,
        removed: (known?.removed ?? 0) + lines.removed,
      })
    }
  }
  return [...files.values()].sort(
    (one, other) =>
      other.days - one.days ||
      other.added + other.removed - (one.added + one.removed) ||
      byteOrder(one.project_key, other.project_key) ||
      byteOrder(one.path, other.path),
  )
}

function toolsOf(days: readonly DayStatistics[]): RangeStatistics['tools'] {
  const tools = new Map<string, RangeStatistics['tools'][number]>()
  for (const { name, family, count } of days.flatMap(day => day.tools)) {
    tools.set(name, { name, family, count: (tools.get(name)?.count ?? 0) + count })
  }
  return [...tools.values()].sort((one, other) => other.count - one.count || byteOrder(one.name, other.name))
}

function byHour(timeline: DayStatistics['timeline']): number[] {
  const hours = Array.from({ length: 24 }, () => 0)
  for (const { start } of timeline) {
    const hour = Number(start.slice(11, 13))
    if (hour in hours) hours[hour] = (hours[hour] ?? 0) + 1
  }
  return hours
}

function addCounts(counts: ReadonlyArray<{ [key: string]: number }>): { [key: string]: number } {
  const keys = [...new Set(counts.flatMap(each => Object.keys(each)))].sort(byteOrder)
  return Object.fromEntries(keys.map(key => [key, sum(counts.map(each => each[key] ?? 0))]))
}

const Count = z.number().catch(0)
const Counts = z.record(z.string(), z.number()).catch({})
const none = { pass: 0, fail: 0, unknown: 0, not_run: 0 }
const Verdicts = CheckTotals.catch(none)

/** What a range needs of a day's statistics; a report that lacks a part of them counts nothing there. */
const DayStatistics = z.object({
  turns: Count,
  sessions: Count,
  work_items: Counts,
  tokens: Counts,
  cost_usd: CostFigures.catch(sumCosts([])),
  checks: Verdicts,
  check_kinds: z
    .object({ typecheck: Verdicts, lint: Verdicts, test: Verdicts, build: Verdicts })
    .catch({ typecheck: none, lint: none, test: none, build: none }),
  files: z.object({ unsized: Count }).catch({ unsized: 0 }),
  changed_files: z
    .array(z.object({ project_key: z.string(), path: z.string(), added: Count, removed: Count }))
    .catch([]),
  tools: z.array(z.object({ name: z.string(), family: z.string(), count: Count })).catch([]),
  sources: Counts,
  models: Counts,
  timeline: z.array(z.object({ project_key: z.string(), start: z.string() })).catch([]),
})
type DayStatistics = z.output<typeof DayStatistics>

export function dayStatistics(statistics: DailyReport['statistics']): DayStatistics {
  return DayStatistics.parse(statistics)
}
