import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { type Worker, workers } from '../crash/processes.ts'
import { type Answer, callOperation, createEmptyStore } from '../support/engines.ts'
import type { Command } from './worker.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** Processes that write. To be called at the top of a test file, whose end ends them. */
export function startWriters() {
  const start = workers<Command>('test/context/worker.ts', (home): Command[] => [
    { do: 'open', location: join(home, 'daybook.db') },
    { ...summary, prefix: 'first', times: 1, tell: false },
  ])
  let eight: Worker<Command>[] | undefined
  const opened = async (all: Worker<Command>[], location: string) => {
    await Promise.all(all.map(worker => worker.ask({ do: 'open', location })))
    return all
  }
  return {
    fresh: (location: string, count: number) =>
      opened(
        Array.from({ length: count }, () => start()),
        location,
      ),
    /** The same eight for every test of the file. */
    eight(location: string) {
      eight ??= Array.from({ length: 8 }, () => start())
      return opened(eight, location)
    },
  }
}

type Writers = ReturnType<typeof startWriters>

/** An open store that goes with the test. */
export async function store(engine: Engine) {
  const { location, drop } = await createEmptyStore(engine)
  const app = await openApp({ location })
  onTestFinished(async () => {
    await app.close()
    await drop()
  })
  return { location, app }
}

/** Eight processes summarize one project so many times each. */
export async function summarizeAtOnce({ eight }: Writers, engine: Engine, times: number): Promise<void> {
  const { app, location } = await store(engine)
  const writers = await eight(location)
  const results: Answer[] = await Promise.all(
    writers.map((writer, index) => writer.ask({ ...summary, prefix: `w${index}`, times, tell: false })),
  )

  expect(results.flatMap(({ errors }) => errors)).toEqual([])
  const total = times * 8
  const history = await everyEntry(app)
  expect(history.map(({ n }) => n)).toEqual(Array.from({ length: total }, (_, index) => total - index))
  expect(new Set(history.map(({ recentEvents }) => recentEvents)).size).toBe(total)
  expect((await callOperation(app, 'project_get', { id: 'default' })).customData.recentEvents).toBe(
    history[0]?.recentEvents,
  )
}

/** Eight processes change a field each, so many times. */
export async function changeFieldsAtOnce({ eight }: Writers, engine: Engine, times: number): Promise<void> {
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
  const writers = await eight(location)
  const change = { do: 'repeat', name: 'project_update', args: { id: 'default' }, prefix: 'v', times } as const
  const results: Answer[] = await Promise.all(
    writers.map((writer, index) => writer.ask({ ...change, at: places[index] ?? [], tell: false })),
  )

  expect(results.flatMap(({ errors }) => errors)).toEqual([])
  const last = `v ${times}`
  expect(await callOperation(app, 'project_get', { id: 'default' })).toMatchObject({
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
    for (let n = 1; n <= times; n++) expect(seen).toContain(`v ${n}`)
  }
}

/** Several processes at a time are killed while they summarize one project. */
export async function killSummaries(
  { fresh }: Writers,
  engine: Engine,
  { kills, together }: { kills: number; together: number },
): Promise<void> {
  const { app, location } = await store(engine)
  const acknowledged: string[] = []
  for (let round = 0; round < kills; round++) {
    const writers = await fresh(location, together)
    const answers = writers.map((writer, index) =>
      writer.ask({ ...summary, prefix: `r${round}w${index}`, times: 500, tell: true }),
    )
    // Each has had one answer, so all of them are in the middle of their work when they die.
    acknowledged.push(...(await Promise.all(answers)).map(line => line.acknowledged))
    await sleep((round * 7) % 40)
    const said = await Promise.all(writers.map(writer => writer.kill()))
    acknowledged.push(...said.flat().map(line => line.acknowledged))
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(together * kills)
  const history = await everyEntry(app)
  const stored = new Set(history.map(({ recentEvents }) => recentEvents))
  expect(acknowledged.filter(text => !stored.has(text))).toEqual([])
  expect(history.map(({ n }) => n)).toEqual(
    Array.from({ length: history.length }, (_, index) => history.length - index),
  )
  expect((await callOperation(app, 'project_get', { id: 'default' })).customData.recentEvents).toBe(
    history[0]?.recentEvents,
  )
  expect((await callOperation(app, 'get_project', { id: 'default' })).tick).toBe(0)
}

const summary = { do: 'repeat', name: 'context_summarize', args: { projectId: 'default' }, at: ['summary'] } as const

async function everyEntry(app: App): Promise<{ n: number; recentEvents: string; additionalNotes: string }[]> {
  const entries = []
  for (let before = Number.MAX_SAFE_INTEGER; before > 1; ) {
    const page = await callOperation(app, 'context_history', { projectId: 'default', limit: 200, before })
    entries.push(...page.entries)
    before = page.entries.at(-1)?.n ?? 1
  }
  return entries
}
