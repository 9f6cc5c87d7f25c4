import { z } from 'zod'
import {
  CheckTotals,
  confidences,
  Incomplete,
  itemKinds,
  outcomeCategories,
  TurnRef,
  terminalTypes,
} from '../schema.ts'

/** The nouns of daily-report.json. */

const slotAuthors = ['builtin', 'agent'] as const
export const dispositions = ['completed', 'failed', 'blocked', 'interrupted', 'clarification'] as const
export const engagementDimensions = ['direction', 'review', 'correction', 'recovery'] as const
/** The parts of a work item, in the order they are shown. */
const itemParts = ['asked', 'done', 'checked', 'open'] as const
export type ItemPart = (typeof itemParts)[number]
export const patternKinds = ['promote', 'avoid', 'reuse'] as const

const Confidence = z.enum(confidences)

/** Lines of a turn with the hash of their bytes, so that they can be checked later. */
export const Citation = z.object({
  project_key: z.string(),
  session_ref: z.string(),
  turn_ref: z.string(),
  lines: z.string(),
  span_sha256: z.string(),
})
export type Citation = z.output<typeof Citation>

const Citations = z.array(Citation)

/** A text in a slot that a template fills and an agent may replace. */
export const AuthoredText = z.object({ text: z.string(), citations: Citations, by: z.enum(slotAuthors) })
export type AuthoredText = z.output<typeof AuthoredText>

const Claim = z.object({ text: z.string(), citations: Citations, confidence: Confidence })

export const Engagement = z.object({
  overall_reading: Claim,
  observations: z.array(
    z.object({
      dimension: z.enum(engagementDimensions),
      statement: z.string(),
      citations: Citations,
      confidence: Confidence,
    }),
  ),
  limits: z.array(z.string()),
})
export type Engagement = z.output<typeof Engagement>

export const TeamLearning = z.object({
  takeaways: Claim,
  patterns: z.array(
    z.object({
      kind: z.enum(patternKinds),
      statement: z.string(),
      rationale: z.string(),
      recurrence: z.string(),
      citations: Citations,
      confidence: Confidence,
    }),
  ),
  limits: z.array(z.string()),
})
export type TeamLearning = z.output<typeof TeamLearning>

/** Computed by the renderer, shown and never cited. */
const Statistics = z.record(z.string(), z.unknown())

/** What the texts of an item rest on that have no place for citations of their own. */
const Support = z.object({
  title: Citations,
  trigger: Citations,
  actions: z.array(Citations),
  limits: z.array(Citations),
})

/** A sentence with the lines that support it. */
const CitedText = z.object({ text: z.string(), citations: Citations })

export const ReportItem = z.object({
  work_item_ref: z.string(),
  kind: z.enum(itemKinds),
  title: z.string(),
  disposition: z.enum(dispositions).nullable(),
  confidence: Confidence,
  covered_turns: z.array(TurnRef),
  trigger_summary: z.string().nullable(),
  agent_reaction_summary: z.string().nullable(),
  main_actions: z.array(z.string()),
  outcomes: z.array(
    z.object({
      category: z.enum(outcomeCategories),
      summary: z.string(),
      confidence: Confidence,
      citations: Citations,
    }),
  ),
  terminal_states: z.array(z.object({ type: z.enum(terminalTypes), summary: z.string(), citations: Citations })),
  limits: z.array(z.string()),
  reason: z.string().nullable(),
  /** It ended with a question that nobody has answered by the end of the day, whatever it delivered before. */
  waits_for_answer: z.boolean().default(false),
  /** What was asked, done, checked and left open; null in reports of earlier versions. */
  sentence: CitedText.nullable().default(null),
  /** The same part by part; empty in reports of earlier versions. */
  parts: z.array(CitedText.extend({ part: z.enum(itemParts) })).default([]),
  /** What the agent said last of its work, to be read beside what is seen of it. */
  last_message: CitedText.nullable().default(null),
  /** What the person asked and the agent answered in the weightiest turns. */
  highlights: z.array(CitedText).default([]),
  /** The commits that its turns are seen to make; absent where there is none. */
  commits: z.array(z.object({ hash: z.string(), subject: z.string() })).optional(),
  /** How much of the day it is, to be compared with other items. */
  weight: z.number().default(0),
  support: Support.default({ title: [], trigger: [], actions: [], limits: [] }),
})
export type ReportItem = z.output<typeof ReportItem>

export const ReportProject = z.object({
  project_key: z.string(),
  project_label: z.string(),
  summary: AuthoredText.nullable(),
  work_items: z.array(ReportItem),
  source_user_messages: z.array(
    z.object({ session_ref: z.string(), turn_ref: z.string(), messages: z.array(z.string()) }),
  ),
  statistics: Statistics,
})
export type ReportProject = z.output<typeof ReportProject>

/** What the report accounts for, so that nothing of the day is left out unseen. */
export const Certificate = z.object({
  turns: z.object({ indexed: z.int(), with_evidence: z.int(), in_items: z.int() }),
  /** What of the day was forgotten: besides those indexed, of which nothing is left. */
  forgotten: z.object({ sessions: z.int(), turns: z.int() }).default({ sessions: 0, turns: 0 }),
  /** Bytes of the transcripts: total = read + skipped + lost; null for days prepared before this was stored. */
  bytes: z
    .object({
      total: z.int(),
      read: z.int(),
      /** By reason. */
      skipped: z.record(z.string(), z.int()),
      lost: z.int(),
    })
    .nullable(),
  checks: CheckTotals,
  /** Chains and work items by who wrote them. */
  producers: z.record(z.string(), z.int()),
  subagents: z.object({ started: z.int(), read: z.int() }),
  /** Why the day is not final although it is over. */
  incomplete: Incomplete,
})
export type Certificate = z.output<typeof Certificate>

/** What is open at the end of the day. */
const OpenItem = CitedText.extend({
  /** A question waits for the person's answer; reports of earlier versions do not say. */
  kind: z.enum(['question', 'ended', 'blocker']).optional(),
})
export type OpenItem = z.output<typeof OpenItem>

export const DailyReport = z.object({
  schema_version: z.literal(1),
  report_date: z.string(),
  timezone: z.string(),
  status: z.enum(['final', 'partial']),
  window: z.object({ start: z.string(), end: z.string() }),
  title: AuthoredText,
  overall_confidence: Confidence.nullable(),
  executive_summary: z.object({
    top_outcomes: z.array(z.object({ text: z.string(), confidence: Confidence, citations: Citations })),
    open_items: z.array(OpenItem),
  }),
  projects: z.array(ReportProject),
  engagement_assessment: Engagement.nullable(),
  team_learning: TeamLearning.nullable(),
  gaps: z.array(z.object({ project_key: z.string(), session_ref: z.string(), turn_ref: z.string() })),
  warnings: z.array(z.string()),
  producers: z.record(z.string(), z.int()),
  statistics: Statistics,
  /** The day in three sentences; empty in reports of earlier versions. */
  lead: z.array(z.string()).default([]),
  /** The day in one line of numbers; empty in reports of earlier versions. */
  figures: z.string().default(''),
  /** Every turn of the day, whole: what numbers rest on. */
  turns: Citations.default([]),
  /** Null in reports of earlier versions. */
  certificate: Certificate.nullable().default(null),
})
export type DailyReport = z.output<typeof DailyReport>

/** Every citation anywhere in a report, each once. */
export function citationsWithin(report: unknown): Citation[] {
  const found = new Map<string, Citation>()
  const open = [report]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const citation = Citation.safeParse(value)
    if (citation.success) found.set(citationKey(citation.data), citation.data)
    // Nothing is undefined in what was read from JSON.
    else open.push(...Object.values(value).filter(each => each !== undefined))
  }
  return [...found.values()]
}

/** The lines behind what an item comes to. */
export function itemCitations({ sentence, outcomes, terminal_states }: ReportItem): Citation[] {
  const claims = sentence ? [sentence] : [...outcomes, ...terminal_states]
  return distinctCitations(claims.flatMap(({ citations }) => citations))
}

/** Each citation once, in their order. */
export function distinctCitations(citations: readonly Citation[]): Citation[] {
  return [...new Map(citations.map(citation => [citationKey(citation), citation])).values()]
}

/** The same for the same lines with the same hash. */
export function citationKey({ project_key, session_ref, turn_ref, lines, span_sha256 }: Citation): string {
  return JSON.stringify([project_key, session_ref, turn_ref, lines, span_sha256])
}
