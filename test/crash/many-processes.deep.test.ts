import { beforeAll, expect, it } from 'vitest'
import {
  contendForOneRecord,
  createInSeveralProjects,
  engines,
  longestWait,
  openNewStoreAtOnce,
  sendOneKeyAtOnce,
  writeAtOnce,
} from './many-processes-scenarios.ts'
import { type Worker, workers } from './processes.ts'

const start = workers()
let eight: Worker[]
beforeAll(() => {
  eight = [1, 2, 3, 4, 5, 6, 7, 8].map(() => start())
})

it.each(engines.flatMap(engine => [1, 2, 3, 4].map(part => [engine, part] as const)))(
  '8 processes × 50 writes on one store: no error, no gap, no process waits while the others do three quarters of it (%s, part %i of 4)',
  async engine => {
    for (const acknowledged of await writeAtOnce(eight, engine, 50)) {
      expect(longestWait(acknowledged, eight.length)).toBeLessThan(300)
    }
  },
)

it.each(engines)(
  '8 processes contending for one record: every attempt is applied or answered with the conflict (%s)',
  async engine => {
    await contendForOneRecord(eight, engine, 25)
  },
)

it.each([
  ['sqlite', 8],
  ['postgres', 3],
] as const)(
  '8 processes that open a new store at the same instant all find it ready (%s, %i times)',
  async (engine, times) => {
    for (let n = 0; n < times; n++) await openNewStoreAtOnce(eight, engine)
  },
)

it.each(engines)('8 processes sending the same call under one key write once and answer alike (%s)', async engine => {
  await sendOneKeyAtOnce(eight, engine, 5)
})

it('8 creators in several projects never lock each other out (postgres)', async () => {
  await createInSeveralProjects(eight, 15)
})
