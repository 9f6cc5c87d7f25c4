import { z } from 'zod'
import { CheckTotals, confidences } from '../../schema.ts'
import { CostFigures } from '../cost-schema.ts'
import { Citation, dispositions } from '../schema.ts'

/** The nouns of range-report.json. */

const Counts = z.record(z.string(), z.number())

export const DatedCitation = Citation.extend({ date: z.string() })
export type DatedCitation = z.output<typeof DatedCitation>

const RangeItem = z.object({
  date: z.string(),
  work_item_ref: z.string(),
  title: z.string(),
  disposition: z.enum(dispositions).nullable(),
  waits_for_answer: z.boolean().default(false),
  confidence: z.enum(confidences),
  citations: z.array(DatedCitation),
  /** What was asked, done, checked and left open; null where the day's report has none. */
  sentence: z.string().nullable().default(null),
  /** What came of it, and how it was checked. */
  result: z.string().optional(),
  checked: z.string().optional(),
  /** Whether something of it is left to do. */
  has_open: z.boolean().optional(),
  weight: z.number().default(0),
})
export type RangeItem = z.output<typeof RangeItem>

const cost_at_least = z.boolean().default(false)

export const RangeStatistics = z.object({
  days: z.number(),
  turns: z.number(),
  sessions: z.number(),
  work_items: Counts,
  tokens: Counts,
  cost_usd: CostFigures,
  checks: CheckTotals,
  check_kinds: z.object({ typecheck: CheckTotals, lint: CheckTotals, test: CheckTotals, build: CheckTotals }),
  files: z.object({ touched: z.number(), added: z.number(), removed: z.number(), unsized: z.number().optional() }),
  /** The files touched on most days come first. */
  changed_files: z.array(
    z.object({
      project_key: z.string(),
      path: z.string(),
      days: z.number(),
      added: z.number(),
      removed: z.number(),
    }),
  ),
  tools: z.array(z.object({ name: z.string(), family: z.string(), count: z.number() })),
  sources: Counts,
  models: Counts,
  /** How many turns began in each hour of a day. */
  hours: z.array(z.object({ date: z.string(), turns: z.array(z.number()) })),
  per_day: z.array(
    z.object({ date: z.string(), turns: z.number(), tokens: Counts, cost_usd: z.number().nullable(), cost_at_least }),
  ),
})
export type RangeStatistics = z.output<typeof RangeStatistics>

export const RangeProject = z.object({
  project_key: z.string(),
  project_label: z.string(),
  days: z.array(z.string()),
  work_items: z.array(RangeItem),
  statistics: RangeStatistics,
})
export type RangeProject = z.output<typeof RangeProject>

export const RangeReport = z.object({
  schema_version: z.literal(1),
  from: z.string(),
  to: z.string(),
  timezone_set: z.array(z.string()),
  days: z.array(
    z.object({
      date: z.string(),
      state: z.string(),
      turns: z.number(),
      material_items: z.number(),
      cost_usd: z.number().nullable(),
      cost_at_least,
    }),
  ),
  projects: z.array(RangeProject),
  /** The days in three sentences. */
  lead: z.array(z.string()).default([]),
  open_items: z.array(
    z.object({
      date: z.string(),
      project_key: z.string(),
      title: z.string().nullable(),
      text: z.string(),
      citations: z.array(DatedCitation),
      /** Whether it waits for the person's answer. */
      is_question: z.boolean().default(false),
    }),
  ),
  statistics: RangeStatistics,
})
export type RangeReport = z.output<typeof RangeReport>
