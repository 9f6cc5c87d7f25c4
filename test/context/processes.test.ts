import { expect, it } from 'vitest'
import { callOperation } from '../support/engines.ts'
import { changeFieldsAtOnce, engines, killSummaries, startWriters, store, summarizeAtOnce } from './many-writers.ts'

const writers = startWriters()

it.each(engines)('8 parallel summaries of 8 projects in one process all survive (%s)', async engine => {
  const { app } = await store(engine)
  const eight = [1, 2, 3, 4, 5, 6, 7, 8]
  for (const n of eight) await callOperation(app, 'project_create', { name: `P${n}`, id: `p${n}` })
  const answers = await Promise.all(
    eight.map(n => callOperation(app, 'context_summarize', { projectId: `p${n}`, summary: `Summary ${n}` })),
  )
  expect(answers.map(({ customData }) => customData.recentEvents)).toEqual(eight.map(n => `Summary ${n}`))
  for (const n of eight) {
    expect((await callOperation(app, 'project_get', { id: `p${n}` })).customData.recentEvents).toBe(`Summary ${n}`)
  }
})

it('8 processes × 15 summaries of one project: every one is in the history once (sqlite)', () =>
  summarizeAtOnce(writers, 'sqlite', 15))

it('8 processes × 15 changes of 8 different fields: each field has its writer’s last value (postgres)', () =>
  changeFieldsAtOnce(writers, 'postgres', 15))

it('every summary that was acknowledged before a kill -9 is in the history (sqlite)', () =>
  killSummaries(writers, 'sqlite', { kills: 2, together: 2 }))
