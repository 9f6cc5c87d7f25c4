import { z } from 'zod'

/** The nouns of the diary, as they are in its files. Keys unknown here are ignored when a file is read. */

export const triggerTypes = [
  'explicit_user_message',
  'implicit_context',
  'user_correction',
  'user_approval',
  'resume_or_continue',
] as const
export const outcomeCategories = [
  'code_outcome',
  'document_outcome',
  'decision_outcome',
  'validation_outcome',
  'process_outcome',
  'research_outcome',
  'blocker_outcome',
  'other',
] as const
export const checkTypes = ['command_output', 'test_output', 'artifact_inspection', 'user_feedback', 'other'] as const
export const terminalTypes = [
  'material_result',
  'no_material',
  'blocked',
  'interrupted',
  'failed',
  'clarification_only',
  'evidence_gap',
  'other',
] as const
export const materialities = ['material', 'minor', 'none'] as const
export const itemKinds = [
  'material_work_item',
  'no_material_work_item',
  'evidence_gap_item',
  'excluded_with_reason',
] as const
export const confidences = ['high', 'medium', 'low'] as const

export type TriggerType = (typeof triggerTypes)[number]
export type OutcomeCategory = (typeof outcomeCategories)[number]
export type CheckType = (typeof checkTypes)[number]
export type TerminalType = (typeof terminalTypes)[number]
export type Materiality = (typeof materialities)[number]
export type ItemKind = (typeof itemKinds)[number]
export type Confidence = (typeof confidences)[number]

/** `<start>-<end>`, decimal, inside the turn. */
export const linesPattern = /^[1-9]\d{0,14}-[1-9]\d{0,14}$/
const CitedLines = z.object({ lines: z.string().regex(linesPattern) })
export const TurnRef = z.object({ session_ref: z.string(), turn_ref: z.string() })
export type TurnRef = z.output<typeof TurnRef>

const Citations = z.array(CitedLines)

/** The evidence of one turn. */
export const Chain = z.object({
  turn_ref: z.string(),
  trigger: z.object({
    type: z.enum(triggerTypes),
    summary: z.string(),
    quoted_messages: z.array(z.object({ text: z.string(), citations: Citations })).default([]),
    citations: Citations,
  }),
  agent_reactions: z.array(z.object({ summary: z.string(), citations: Citations })).default([]),
  outcomes: z
    .array(z.object({ category: z.enum(outcomeCategories), summary: z.string(), citations: Citations }))
    .default([]),
  observed_checks: z
    .array(z.object({ type: z.enum(checkTypes), summary: z.string(), citations: Citations }))
    .default([]),
  terminal_state: z.object({ type: z.enum(terminalTypes), summary: z.string(), citations: Citations.default([]) }),
  materiality: z.enum(materialities),
})
export type Chain = z.output<typeof Chain>

/** The file that holds a session's chains. */
export const Card = z.object({
  schema_version: z.literal(1),
  project_key: z.string(),
  session_ref: z.string(),
  evidence_chains: z.array(Chain),
})
export type Card = z.output<typeof Card>

/** What one or more turns achieved. */
export const WorkItem = z.object({
  work_item_ref: z.string(),
  kind: z.enum(itemKinds),
  title: z.string(),
  covered_turns: z.array(TurnRef),
  trigger: z.object({ summary: z.string(), evidence_refs: z.array(TurnRef).optional() }).optional(),
  agent_reaction: z.object({ summary: z.string(), main_actions: z.array(z.string()).optional() }).optional(),
  outcomes: z
    .array(
      z.object({
        category: z.enum(outcomeCategories),
        summary: z.string(),
        evidence_refs: z.array(TurnRef).optional(),
        confidence: z.enum(confidences),
      }),
    )
    .default([]),
  terminal_states: z
    .array(z.object({ type: z.enum(terminalTypes), summary: z.string(), evidence_refs: z.array(TurnRef).optional() }))
    .default([]),
  limits: z.array(z.string()).default([]),
  reason: z.string().optional(),
  confidence: z.enum(confidences),
})
export type WorkItem = z.output<typeof WorkItem>

/** The file that holds a project's work items of a day. */
export const Envelope = z.object({
  schema_version: z.literal(1),
  project_key: z.string(),
  project_label: z.string(),
  work_items: z.array(WorkItem),
  source_user_messages: z.array(
    z.object({ session_ref: z.string(), turn_ref: z.string(), messages: z.array(z.string()) }),
  ),
})
export type Envelope = z.output<typeof Envelope>

export const IndexRow = z.object({
  session_ref: z.string(),
  source: z.string(),
  source_session_id: z.string(),
  session_path: z.string(),
  target_start_line: z.int(),
  target_end_line: z.int(),
  turns: z.array(z.object({ turn_ref: z.string(), turn_start_line: z.int(), turn_end_line: z.int() })),
})
export type IndexRow = z.output<typeof IndexRow>

const Tokens = z.object({
  input: z.number(),
  output: z.number(),
  cache_read: z.number(),
  cache_write: z.number(),
  reasoning: z.number(),
})

/** What the replies of one model used that have the same price. */
export const UsageRow = z.object({
  model: z.string().nullable(),
  /** The sub-agent they were for. */
  subagent: z.string().nullable(),
  /** They came after the day had ended, and are counted on the day after. */
  after_day: z.boolean(),
  fast: z.boolean(),
  /** Their prompts were longer than so many tokens, by the steps at which prices change. */
  prompt_above: z.int(),
  replies: z.int(),
  /** How many of them have an output that was recorded in part only. */
  cut_short: z.int(),
  ...Tokens.shape,
  /** Part of `cache_write`. */
  cache_write_1h: z.number(),
})
export type UsageRow = z.output<typeof UsageRow>

/** What replies of a day used in turns that began on the days before. */
export const EarlierUsage = z.object({
  project_key: z.string(),
  source: z.string(),
  /** Days prepared by earlier versions do not say it. */
  source_session_id: z.string().optional(),
  usage: z.array(UsageRow),
})
export type EarlierUsage = z.output<typeof EarlierUsage>

export const checkKinds = ['typecheck', 'lint', 'test', 'build'] as const
export type CheckKind = (typeof checkKinds)[number]
/** `not_run`: nothing was checked, because the run never started or was ended before it could say anything. */
export const checkVerdicts = ['pass', 'fail', 'unknown', 'not_run'] as const
export type CheckVerdict = (typeof checkVerdicts)[number]
/** How many runs of checks ended in which way; reports of earlier versions have no `not_run`. */
export const CheckTotals = z.object({
  pass: z.number(),
  fail: z.number(),
  unknown: z.number(),
  not_run: z.number().default(0),
})
export type CheckTotals = z.output<typeof CheckTotals>
/** What a turn did besides changing files and running checks, where the output shows that it happened. */
const deedKinds = [
  'push',
  'merge',
  'rebase',
  'cherry_pick',
  'revert',
  'tag',
  'pull_request',
  'review',
  'issue',
  'comment',
  'release',
  'publish',
  'deploy',
  'migration',
] as const
export type DeedKind = (typeof deedKinds)[number]

/** From the line of a call to that of its result. */
const Lines = z.string().default('')

/** Deterministic facts of one turn, made by prepare; read by synthesis and statistics, never cited. */
export const TurnFacts = z.object({
  session_ref: z.string(),
  turn_ref: z.string(),
  source: z.string(),
  trigger_at: z.string(),
  last_at: z.string(),
  trigger_kind: z.enum(['message', 'command', 'steering', 'channel', 'context']),
  time_basis: z.enum(['own', 'carried', 'conversation']),
  branch: z.string().nullable(),
  models: z.array(z.string()),
  tokens: Tokens.nullable(),
  cost_usd: z.number().nullable(),
  cost_basis: z.enum(['recorded', 'estimated']).nullable(),
  /** It cost more: a reply has no price, or its output was not recorded whole. */
  cost_at_least: z.boolean().default(false),
  usage: z.array(UsageRow).default([]),
  tools: z.record(z.string(), z.int()),
  families: z.record(z.string(), z.int()),
  files: z.array(
    z.object({
      path: z.string(),
      op: z.enum(['create', 'edit', 'delete']),
      added: z.int(),
      removed: z.int(),
      /** The calls of the first and of the last edit. */
      first_line: z.int().nullable().default(null),
      last_line: z.int().nullable().default(null),
      /** Whether `added` and `removed` compare the last content with the first, not edit with edit. */
      net: z.boolean().default(false),
      /** A short hash of each line that came or went, so that turns can be joined; empty where they are too many. */
      added_hashes: z.string().default(''),
      removed_hashes: z.string().default(''),
    }),
  ),
  checks: z.array(
    z.object({
      kind: z.enum(checkKinds),
      verdict: z.enum(checkVerdicts),
      passed: z.int().nullable(),
      failed: z.int().nullable(),
      command: z.string().default(''),
      lines: Lines,
    }),
  ),
  commits: z.array(
    z.object({
      hash: z.string(),
      subject: z.string(),
      lines: Lines,
      /** It replaces the commit before it. */
      amends: z.boolean().default(false),
      /** Added and removed lines, as git counts them. */
      changed: z.int().nullable().default(null),
    }),
  ),
  pull_requests: z.array(z.int()),
  /** What the turn's sub-agents did; it is part of the turn's own numbers, too. */
  subagents: z
    .array(
      z.object({
        id: z.string(),
        type: z.string(),
        description: z.string(),
        /** Where it was read: among the session's own lines, in a file of its own, or nowhere. */
        transcript: z.enum(['session', 'file', 'missing']),
        /** The path of the copy of its own file, below the project's folder. */
        path: z.string().nullable(),
        sha256: z.string().nullable(),
        /** Lines of the session: the call that started it, and what came back. */
        lines: Lines,
        tools: z.int(),
        files: z.array(z.string()),
        checks: z.array(z.object({ kind: z.enum(checkKinds), verdict: z.enum(checkVerdicts) })),
        commits: z.array(z.string()),
        tokens: Tokens,
        cost_usd: z.number().nullable(),
        cost_at_least: z.boolean(),
      }),
    )
    .default([]),
  deeds: z
    .array(
      z.object({
        kind: z.enum(deedKinds),
        summary: z.string(),
        lines: Lines,
        /** The number of the pull request or issue. */
        number: z.int().nullable().default(null),
        title: z.string().nullable().default(null),
      }),
    )
    .default([]),
  /** The line of the last call that undid edits of this turn or of an earlier one; `files` lists what is left of them. */
  put_back: z.int().nullable().default(null),
  /** The heading of the plan that was accepted. */
  plan: z.string().nullable().default(null),
  /** The issue that the message names and the agent looked up: its number or key, and its title. */
  issue: z.object({ text: z.string(), lines: Lines }).nullable().default(null),
  /** It ended with a question to the person. */
  waits_for_answer: z.boolean().default(false),
  /**
   * Of the agent's last message: its first sentence that says something, the last question, what it says is not done
   * yet, and what it takes back of what it said before.
   */
  closing: z
    .object({
      text: z.string(),
      question: z.string().nullable(),
      left: z.string().nullable().default(null),
      retracted: z.string().nullable().default(null),
      line: z.int(),
    })
    .nullable()
    .default(null),
  /** It ended with a call of this tool, of which no result is in the turn, or nothing was said after the result. */
  broken_off: z
    .object({ tool: z.string(), line: z.int(), answered: z.boolean().default(false) })
    .nullable()
    .default(null),
  /** Lines of other turns that belong to lines of this one: the words of a queued message, late results of calls. */
  apart: z.array(z.object({ line: z.int(), apart: z.int() })).default([]),
  interrupted: z.boolean(),
  continued: z.boolean(),
  lines: z.int(),
  bytes: z.int(),
  malformed_lines: z.int(),
  span_sha256: z.string(),
})
export type TurnFacts = z.output<typeof TurnFacts>

/** Why a day that is over may still miss something of its transcripts. */
const incompleteReasons = [
  'unknown-format',
  'cut-off',
  'rewritten',
  'unreadable-lines',
  'left-out',
  'missing-subagents',
] as const
export type IncompleteReason = (typeof incompleteReasons)[number]
export const Incomplete = z.array(z.enum(incompleteReasons))

/** What became of every byte of a session's transcript: bytes = read + all skipped + lost. */
export const SessionCoverage = z.object({
  session_ref: z.string(),
  bytes: z.int(),
  /** Bytes of the day's turns in records that are understood. */
  read: z.int(),
  /** By reason: types of records, `unknown:<type>`, `blank`, `before-first-turn`, `between-turns`, `other-days`, `copied`. */
  skipped: z.record(z.string(), z.int()),
  /** Bytes of the day's turns in lines that cannot be read. */
  lost: z.int(),
  problems: Incomplete,
})
export type SessionCoverage = z.output<typeof SessionCoverage>

export const Metadata = z.object({
  schema_version: z.int().min(1),
  report_date: z.string(),
  timezone: z.string(),
  status: z.enum(['final', 'partial']),
  prepared_at: z.string(),
  report_window_local: z.object({ start: z.string(), end: z.string() }),
  report_window_utc: z.object({ start: z.string(), end: z.string() }),
  earlier_usage: z.array(EarlierUsage).optional(),
  /** Why the day is not final although it is over. */
  incomplete: Incomplete.optional(),
})
export type Metadata = z.output<typeof Metadata>
