import { expect, it } from 'vitest'
import { LiveRun } from './live-run.ts'
import { eventsAfter } from './run.ts'

const options = {
  ...{ date: '2026-05-12', timezone: 'UTC', projects: null, concurrency: 4, budget_usd: 2 },
  ...{ fallback: 'builtin' as const, fresh: null },
}

const begin = () => new LiveRun({ mode: 'model', options, clock: () => 0, log: () => {} })

it('a run sends every task, phase and cost once, as it is now, with ids that only grow', async () => {
  const run = begin()
  run.plan([
    { id: 'evidence:a:S0001:T0001', phase: 'evidence' },
    { id: 'evidence:a:S0001:T0006', phase: 'evidence' },
  ])
  run.attempt('evidence:a:S0001:T0001')
  run.spent('evidence:a:S0001:T0001', { tokens: 100, cost_usd: 0.1 })
  run.spent('evidence:a:S0001:T0001', { tokens: 20, cost_usd: null })
  run.end('evidence:a:S0001:T0001', 'done')
  const events = eventsAfter(run.snapshot, 0)
  expect(events.map(({ event, data }) => [event, data])).toEqual([
    ['task', { id: 'evidence:a:S0001:T0006', phase: 'evidence', state: 'waiting', attempts: 0 }],
    ['cost', { tokens: 120, cost_usd: 0.1, budget_usd: 2 }],
    ['task', { id: 'evidence:a:S0001:T0001', phase: 'evidence', state: 'done', attempts: 1 }],
    ['progress', { phase: 'evidence', done: 1, total: 2 }],
  ])
  const ids = events.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other))
})

it('the events of a run go on after any event, and end with what the run came to', async () => {
  const run = begin()
  run.plan([{ id: 'render', phase: 'render' }])
  const last = eventsAfter(run.snapshot, 0).at(-1)?.id ?? 0
  expect(eventsAfter(run.snapshot, last)).toEqual([])
  run.attempt('render')
  run.end('render', 'done')
  await run.finish('complete')
  const { totals } = run.snapshot
  const events = eventsAfter(run.snapshot, last)
  expect(events.map(({ event }) => event)).toEqual(['task', 'progress', 'done'])
  expect(events.at(-1)?.data).toEqual({ state: 'complete', totals })
  expect(eventsAfter(run.snapshot, events.at(-1)?.id ?? 0)).toEqual([])
})

it('a run never takes an unknown price for nothing', () => {
  const run = begin()
  run.plan([{ id: 'render', phase: 'render' }])
  run.spent('render', { tokens: 5, cost_usd: null })
  expect(run.snapshot.totals).toMatchObject({ tokens: 5, cost_usd: null })
  run.spent('render', { tokens: null, cost_usd: 0.2 })
  run.spent('render', { tokens: null, cost_usd: 0.1 })
  expect(run.snapshot.totals).toMatchObject({ tokens: 5, cost_usd: 0.3 })
})
