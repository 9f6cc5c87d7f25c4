import { expect, it } from 'vitest'
import { runningIn, unseen, withEvent } from './run.ts'

it('a run keeps the latest value of each event', () => {
  const task = (state: 'running' | 'done') => ({
    event: 'task' as const,
    data: { id: 'synthesis:p', phase: 'synthesis' as const, state, attempts: 1 },
  })
  const progress = (done: number) => ({
    event: 'progress' as const,
    data: { phase: 'evidence' as const, done, total: 9 },
  })
  const run = [task('running'), progress(2), progress(4), task('done')].reduce(withEvent, unseen)
  expect([...run.tasks]).toEqual([['synthesis:p', 'done']])
  expect(run.phases.get('evidence')).toEqual({ done: 4, total: 9 })
  expect(run.end).toBeNull()
  const spent = withEvent(run, { event: 'cost', data: { tokens: 5, cost_usd: 0.1, budget_usd: null } })
  expect(spent).toMatchObject({ tokens: 5, cost_usd: 0.1, end: null })
})

it('the run of a day is found only while it is running', () => {
  expect(runningIn(null)).toBeUndefined()
  expect(runningIn({ run_id: 'run-1', state: 'complete' })).toBeUndefined()
  expect(runningIn({ run_id: 'run-1', state: 'running' })).toBe('run-1')
})
