import fc from 'fast-check'
import { expect } from 'vitest'
import { openApp } from '../../../src/app.ts'
import { createEmptyStore } from '../../support/engines.ts'
import { type Impulse, impulses, runRandomWalk } from './random-walk.ts'

/** Random runs of three sessions, to length 200, go as the model says. */
export async function goAsModelled(engine: 'sqlite' | 'postgres', runs: number): Promise<void> {
  let steps = 0
  const property = fc.asyncProperty(impulses({ minLength: 120, maxLength: 200 }), async run => {
    steps += run.length
    await inFreshStore(engine, run)
  })
  // A failing run names its seed and its steps; to shrink it would outlast the test.
  await fc.assert(property, { numRuns: runs, endOnFailure: true })
  expect(steps).toBeGreaterThan(runs * 100)
}

async function inFreshStore(engine: 'sqlite' | 'postgres', run: Impulse[]): Promise<void> {
  const store = await createEmptyStore(engine)
  const time = { now: Date.parse('2025-02-10T08:00:00.000Z') }
  const app = await openApp({ location: store.location, clock: () => time.now, log: line => console.error(line) })
  try {
    await runRandomWalk({ app, time }, run)
  } finally {
    await app.close()
    await store.drop()
  }
}
