import { beforeAll, it } from 'vitest'
import {
  contendForOneRecord,
  createInSeveralProjects,
  openNewStoreAtOnce,
  sendOneKeyAtOnce,
  writeAtOnce,
} from './many-processes-scenarios.ts'
import { type Worker, workers } from './processes.ts'

// many-processes.deep has more of them, on both engines.
const start = workers()
let four: Worker[]
beforeAll(() => {
  four = [1, 2, 3, 4].map(() => start())
})

it('4 processes × 30 writes on one store give no error and no gap (sqlite)', async () => {
  await writeAtOnce(four, 'sqlite', 30)
})

it('4 processes contending for one record: every attempt is applied or answered with the conflict (sqlite)', async () => {
  await contendForOneRecord(four, 'sqlite', 10)
})

it('4 processes that open a new store at the same instant all find it ready (sqlite)', async () => {
  await openNewStoreAtOnce(four, 'sqlite')
})

it('4 processes sending the same call under one key write once and answer alike (sqlite)', async () => {
  await sendOneKeyAtOnce(four, 'sqlite', 3)
})

it('creators in several projects never lock each other out (postgres)', async () => {
  await createInSeveralProjects(four, 4)
})
