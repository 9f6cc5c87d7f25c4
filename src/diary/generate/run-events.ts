import type { EventLog } from '../../jobs/follow.ts'
import type { EndState, Phase, Run, RunTask, RunTotals } from './run.ts'

/** What is told to whoever watches a run: ids and numbers only. */
export type RunEvent = { id: number } & (
  | { event: 'task'; data: Pick<RunTask, 'id' | 'phase' | 'state' | 'attempts'> }
  | { event: 'progress'; data: { phase: Phase; done: number; total: number } }
  | { event: 'cost'; data: Pick<RunTotals, 'tokens' | 'cost_usd' | 'budget_usd'> }
  | { event: 'done'; data: { state: EndState; totals: RunTotals } }
)

/**
 * What changed in a run after an event, in order. Each thing is told as it is now: whoever was away misses the states
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

/** A run as it is now; whoever follows it opens it again for every look. */
export function logOfRun(run: Run): EventLog {
  return {
    isKnown: async () => true,
    isOver: async () => run.state !== 'running',
    after: async seq => eventsAfter(run, seq).map(({ id, event, data }) => ({ seq: id, type: event, data })),
  }
}
