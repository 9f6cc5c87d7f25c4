import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { workers } from '../crash/processes.ts'
import { type Answer, callOn, freshStore } from '../support/engines.ts'
import { rounds } from '../support/rounds.ts'
import type { Command } from './worker.ts'

const engines = ['sqlite', 'postgres'] as const
const eight = [1, 2, 3, 4, 5, 6, 7, 8]
const start = workers<Command>('test/context/worker.ts')

async function store(engine: 'sqlite' | 'postgres') {
  const { location, drop } = await freshStore(engine)
  const app = await openApp({ location })
  onTestFinished(async () => {
    await app.close()
    await drop()
  })
  return { location, app }
}

async function open(location: string, count = 8) {
  const opened = Array.from({ length: count }, () => start())
  await Promise.all(opened.map(worker => worker.ask({ do: 'open', location })))
  return opened
}

it.each(engines)('8 parallel summaries of 8 projects in one process all survive (%s)', async engine => {
  const { app } = await store(engine)
  for (const n of eight) await callOn(app, 'project_create', { name: `P${n}`, id: `p${n}` })
  const answers = await Promise.all(
    eight.map(n => callOn(app, 'context_summarize', { projectId: `p${n}`, summary: `Summary ${n}` })),
  )
  expect(answers.map(({ customData }) => customData.recentEvents)).toEqual(eight.map(n => `Summary ${n}`))
  for (const n of eight) {
    expect((await callOn(app, 'project_get', { id: `p${n}` })).customData.recentEvents).toBe(`Summary ${n}`)
  }
})

it.each(engines)('8 processes × 200 summaries of one project: every one is in the history once (%s)', async engine => {
  const { app, location } = await store(engine)
  const writers = await open(location)
  const summary = { do: 'repeat', name: 'context_summarize', args: { projectId: 'default' }, at: ['summary'] } as const
  const results: Answer[] = await Promise.all(
    writers.map((writer, index) => writer.ask({ ...summary, prefix: `w${index}`, times: 200, tell: false })),
  )
  await Promise.all(writers.map(writer => writer.end()))

  expect(results.flatMap(({ errors }) => errors)).toEqual([])
  const history = await everyEntry(app)
  expect(history.map(({ n }) => n)).toEqual(Array.from({ length: 1600 }, (_, index) => 1600 - index))
  expect(new Set(history.map(({ recentEvents }) => recentEvents)).size).toBe(1600)
  expect((await callOn(app, 'project_get', { id: 'default' })).customData.recentEvents).toBe(history[0]?.recentEvents)
})

it.each(engines)(
  '8 processes × 200 changes of 8 different fields: each field has its writer’s last value (%s)',
  async engine => {
    const { app, location } = await store(engine)
    const places = [
      ['slice'],
      ['taskFile'],
      ['instruction'],
      ['developmentPhase'],
      ['customData', 'recentEvents'],
      ['customData', 'additionalNotes'],
      ['customData', 'monorepoNote'],
      ['customData', 'availableTools'],
    ]
    const writers = await open(location)
    const results: Answer[] = await Promise.all(
      writers.map((writer, index) =>
        writer.ask({
          do: 'repeat',
          name: 'project_update',
          args: { id: 'default' },
          at: places[index] ?? [],
          prefix: 'v',
          times: 200,
          tell: false,
        }),
      ),
    )
    await Promise.all(writers.map(writer => writer.end()))

    expect(results.flatMap(({ errors }) => errors)).toEqual([])
    const last = 'v 200'
    expect(await callOn(app, 'project_get', { id: 'default' })).toMatchObject({
      slice: last,
      taskFile: last,
      instruction: last,
      developmentPhase: last,
      customData: { recentEvents: last, additionalNotes: last, monorepoNote: last, availableTools: last },
    })
    const history = await everyEntry(app)
    expect(history.map(({ n }) => n)).toEqual(
      Array.from({ length: history.length }, (_, index) => history.length - index),
    )
    for (const key of ['recentEvents', 'additionalNotes'] as const) {
      const seen = new Set(history.map(entry => entry[key]))
      for (let n = 1; n <= 200; n++) expect(seen).toContain(`v ${n}`)
    }
  },
)

it('every summary that was acknowledged before a kill -9 is in the history', async () => {
  const { app, location } = await store('sqlite')
  const acknowledged: string[] = []
  const summary = { do: 'repeat', name: 'context_summarize', args: { projectId: 'default' }, at: ['summary'] } as const
  for (let round = 0; round < rounds(10, 25); round++) {
    const writers = await open(location, 4)
    const told = writers.map((writer, index) =>
      writer.ask({ ...summary, prefix: `r${round}w${index}`, times: 500, tell: true }),
    )
    // Each has had one answer, so all of them are in the middle of their work when they die.
    acknowledged.push(...(await Promise.all(told)).map(line => line.acknowledged))
    await sleep((round * 7) % 40)
    const said = await Promise.all(writers.map(writer => writer.kill()))
    acknowledged.push(...said.flat().map(line => line.acknowledged))
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(4 * rounds(10, 25))
  const history = await everyEntry(app)
  const stored = new Set(history.map(({ recentEvents }) => recentEvents))
  expect(acknowledged.filter(text => !stored.has(text))).toEqual([])
  expect(history.map(({ n }) => n)).toEqual(
    Array.from({ length: history.length }, (_, index) => history.length - index),
  )
  expect((await callOn(app, 'project_get', { id: 'default' })).customData.recentEvents).toBe(history[0]?.recentEvents)
  expect((await callOn(app, 'get_project', { id: 'default' })).tick).toBe(0)
})

async function everyEntry(app: App): Promise<{ n: number; recentEvents: string; additionalNotes: string }[]> {
  const entries = []
  for (let before = Number.MAX_SAFE_INTEGER; before > 1; ) {
    const page = await callOn(app, 'context_history', { projectId: 'default', limit: 200, before })
    entries.push(...page.entries)
    before = page.entries.at(-1)?.n ?? 1
  }
  return entries
}
