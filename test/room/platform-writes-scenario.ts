import { expect } from 'vitest'
import { agentStore, defaultRoster } from '../../src/room/agents/registry.ts'
import { creditStore } from '../../src/room/credits/store.ts'
import { issueStore } from '../../src/room/issues/store.ts'
import { memoryStore } from '../../src/room/memory/store.ts'
import type { Worker } from '../crash/processes.ts'
import { tempHome } from '../support/tempdir.ts'
import type { Command } from './platform-writes-worker.ts'

export const writesWorker = 'test/room/platform-writes-worker.ts'

/** Two processes write so much of each kind at once: no write is lost, and no id given twice. */
export async function writeFromTwoProcesses(start: () => Worker<Command>, count: number): Promise<void> {
  const control = tempHome()
  await agentStore(control).change(() => ({ next: defaultRoster('2026-03-01T12:00:00.000Z'), result: null }))
  const processes = [start(), start()]
  const told = await Promise.all(processes.map((each, n) => each.ask({ control, name: `p${n}`, count })))
  await Promise.all(processes.map(each => each.end()))
  const names = ['p0', 'p1'].flatMap(name => Array.from({ length: count }, (_, n) => `${name}-${n}`)).sort()
  const numbers = Array.from({ length: 2 * count }, (_, n) => n + 1)
  const issues = await issueStore(control).all()
  const credits = await creditStore(control).all()
  const items = await memoryStore(control).all()
  expect(issues.map(({ title }) => title).sort()).toEqual(names)
  expect(credits.map(({ context }) => context.triggerRef).sort()).toEqual(names)
  expect(items.map(({ topicKey }) => topicKey).sort()).toEqual(names)
  expect(issues.map(({ id }) => id)).toEqual(numbers)
  expect(credits.map(({ id }) => id)).toEqual(numbers.map(n => `crd-${n}`))
  expect(items.map(({ id }) => id)).toEqual(numbers.map(n => `mem-${n}`))
  expect(told.flatMap(each => Object(each).issues).sort((a, b) => a - b)).toEqual(numbers)
}
