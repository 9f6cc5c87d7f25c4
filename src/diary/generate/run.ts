import { z } from 'zod'
import type { EventLog } from '../../jobs/follow.ts'
import { generationModes } from '../settings.ts'

/** The nouns of run.json: what a generation run has done and has to do. Informative; the artifacts decide. */

export const phases = ['prepare', 'evidence', 'synthesis', 'render', 'narration'] as const
export type Phase = (typeof phases)[number]

const taskStates = ['waiting', 'running', 'done', 'failed', 'blocked', 'skipped'] as const
export type TaskState = (typeof taskStates)[number]

/** `incomplete`: it came to its end, but turns without evidence or outside every work item remain. */
const endStates = ['complete', 'incomplete', 'failed', 'cancelled'] as const
export type EndState = (typeof endStates)[number]

export const fallbacks = ['builtin', 'gap'] as const
export const freshChoices = ['evidence', 'synthesis', 'all'] as const
export type Fresh = (typeof freshChoices)[number]

/** Counts the changes of a run, so that a later reader knows what is new. */
const Revision = z.int().min(0)

export const RunTask = z.object({
  id: z.string(),
  phase: z.enum(phases),
  state: z.enum(taskStates),
  attempts: z.int(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  tokens: z.number().nullable(),
  cost_usd: z.number().nullable(),
  error: z.string().nullable(),
  revision: Revision,
})
export type RunTask = z.output<typeof RunTask>

const Counts = z.record(z.string(), z.int())

export const RunTotals = z.object({
  tasks: z.int(),
  done: z.int(),
  failed: z.int(),
  skipped: z.int(),
  turns: z.int(),
  chains_by_producer: Counts,
  work_items: Counts.describe('By kind'),
  uncovered_turns: z.int(),
  gaps: z.int().describe('Turns without a chain'),
  fallbacks: z.int().describe('Turns and projects that the built-in path did in place of the mode'),
  tokens: z.number().nullable(),
  cost_usd: z.number().nullable(),
  budget_usd: z.number().nullable(),
})
export type RunTotals = z.output<typeof RunTotals>

export const RunOptions = z.object({
  date: z.string(),
  timezone: z.string(),
  projects: z.array(z.string()).nullable().describe('Null for all'),
  concurrency: z.int(),
  budget_usd: z.number().nullable(),
  fallback: z.enum(fallbacks),
  fresh: z.enum(freshChoices).nullable(),
})
export type RunOptions = z.output<typeof RunOptions>

/** What one attempt of a task used up. A conversation that went wrong is answered like any other. */
export interface Attempt {
  /** Null where it is not known. */
  tokens: number | null
  cost_usd: number | null
  /** Why it ended early, in our own words, without text of callers or models; null when it came to its end. */
  problem: string | null
  /** Turns for which the producer itself wrote the built-in chain. */
  fallbacks?: number
}

/** Why a run could not come to its end. */
export const RunFailure = z.object({
  code: z.enum(['invalid', 'unavailable', 'internal']),
  message: z.string(),
  hint: z.string(),
})
export type RunFailure = z.output<typeof RunFailure>

export const Run = z.object({
  schema_version: z.literal(1),
  run_id: z.string(),
  mode: z.enum(generationModes),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  pid: z.int(),
  options: RunOptions,
  tasks: z.array(RunTask),
  totals: RunTotals,
  state: z.enum(['running', ...endStates]),
  failure: RunFailure.nullable(),
  progress: z.array(z.object({ phase: z.enum(phases), done: z.number(), total: z.number(), revision: Revision })),
  /** When tokens or cost changed last. */
  spent_revision: Revision,
  revision: Revision,
})
export type Run = z.output<typeof Run>

const runIdPattern = /^run-(\d{4}-\d{2}-\d{2})-[0-9a-f]{12}$/

export function makeRunId(date: string): string {
  const random = crypto.getRandomValues(new Uint8Array(6))
  return `run-${date}-${Buffer.from(random).toString('hex')}`
}

/** The day a run is about, which is in its id; undefined for any other text. */
export function dayOfRun(runId: string): string | undefined {
  return runIdPattern.exec(runId)?.[1]
}

/** What followers of a run are sent: ids and numbers only. */
export type RunEvent = { id: number } & (
  | { event: 'task'; data: Pick<RunTask, 'id' | 'phase' | 'state' | 'attempts'> }
  | { event: 'progress'; data: { phase: Phase; done: number; total: number } }
  | { event: 'cost'; data: Pick<RunTotals, 'tokens' | 'cost_usd' | 'budget_usd'> }
  | { event: 'done'; data: { state: EndState; totals: RunTotals } }
)

/**
 * What changed in a run after an event, in order. Each thing is sent as it is now: a follower that was away misses the states
 * in between and nothing else.
 */
export function eventsAfter(run: Run, after: number): RunEvent[] {
  const { tokens, cost_usd, budget_usd } = run.totals
  const events: RunEvent[] = [
    ...run.tasks.map(({ revision, id, phase, state, attempts }) => ({
      id: revision,
      event: 'task' as const,
      data: { id, phase, state, attempts },
    })),
    ...run.progress.map(({ revision, phase, done, total }) => ({
      id: revision,
      event: 'progress' as const,
      data: { phase, done, total },
    })),
    { id: run.spent_revision, event: 'cost', data: { tokens, cost_usd, budget_usd } },
    ...(run.state === 'running'
      ? []
      : [{ id: run.revision, event: 'done' as const, data: { state: run.state, totals: run.totals } }]),
  ]
  return events.filter(({ id }) => id > after).sort((one, other) => one.id - other.id)
}

/** A run as it is now; a follower opens it again for every look. */
export function logOfRun(run: Run): EventLog {
  return {
    isKnown: async () => true,
    isOver: async () => run.state !== 'running',
    after: async seq => eventsAfter(run, seq).map(({ id, event, data }) => ({ seq: id, type: event, data })),
  }
}
