import { expect, it } from 'vitest'
import { agentStore, defaultRoster } from '../../src/room/agents/registry.ts'
import { creditStore } from '../../src/room/credits/store.ts'
import { issueStore } from '../../src/room/issues/store.ts'
import { memoryStore } from '../../src/room/memory/store.ts'
import { workers } from '../crash/processes.ts'
import { rounds } from '../support/rounds.ts'
import { tempHome } from '../support/tempdir.ts'
import type { Command } from './platform-writes-worker.ts'

const start = workers<Command>('test/room/platform-writes-worker.ts')

it('loses no write of two processes that write at once, and gives no id twice', async () => {
  const control = tempHome()
  const count = rounds(25, 200)
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
})
