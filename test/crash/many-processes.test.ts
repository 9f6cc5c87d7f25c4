import { beforeAll, it } from 'vitest'
import {
  contendForOneRecord,
  createInSeveralProjects,
  engines,
  openNewStoreAtOnce,
  sendOneKeyAtOnce,
  writeAtOnce,
} from './many-processes-scenarios.ts'
import { type Worker, workers } from './processes.ts'

const start = workers()
let four: Worker[]
beforeAll(() => {
  four = [1, 2, 3, 4].map(() => start())
})

it.each(engines)('4 processes × 30 writes on one store give no error and no gap (%s)', async engine => {
  await writeAtOnce(four, engine, 30)
})

it.each(engines)(
  '4 processes contending for one record: every attempt is applied or answered with the conflict (%s)',
  async engine => {
    await contendForOneRecord(four, engine, 10)
  },
)

it.each(engines)('4 processes that open a new store at the same instant all find it ready (%s)', async engine => {
  await openNewStoreAtOnce(four, engine)
})

it.each(engines)('4 processes sending the same call under one key write once and answer alike (%s)', async engine => {
  await sendOneKeyAtOnce(four, engine, 3)
})

it('creators in several projects never lock each other out (postgres)', async () => {
  await createInSeveralProjects(four, 4)
})
