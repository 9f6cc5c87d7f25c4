import { z } from 'zod'
import type { DailyReport } from '../schema.ts'

const Count = z.number().catch(0)
const Counts = z.record(z.string(), z.number()).catch({})
const none = { pass: 0, fail: 0, unknown: 0 }
const Verdicts = z.object({ pass: Count, fail: Count, unknown: Count }).catch(none)

/** What a range needs of a day's statistics; a report that lacks a part of them counts nothing there. */
const DayStatistics = z.object({
  turns: Count,
  sessions: Count,
  work_items: Counts,
  tokens: Counts,
  cost_usd: z
    .object({ total: z.number().nullable().catch(null), estimated: Count, unknown_turns: Count })
    .catch({ total: null, estimated: 0, unknown_turns: 0 }),
  checks: Verdicts,
  check_kinds: z
    .object({ typecheck: Verdicts, lint: Verdicts, test: Verdicts, build: Verdicts })
    .catch({ typecheck: none, lint: none, test: none, build: none }),
  changed_files: z
    .array(z.object({ project_key: z.string(), path: z.string(), added: Count, removed: Count }))
    .catch([]),
  tools: z.array(z.object({ name: z.string(), family: z.string(), count: Count })).catch([]),
  sources: Counts,
  models: Counts,
  timeline: z.array(z.object({ project_key: z.string(), start: z.string() })).catch([]),
})
export type DayStatistics = z.output<typeof DayStatistics>

export function dayStatistics(statistics: DailyReport['statistics']): DayStatistics {
  return DayStatistics.parse(statistics)
}
