import { it } from 'vitest'
import { workers } from '../crash/processes.ts'
import { writeFromTwoProcesses, writesWorker } from './platform-writes-scenario.ts'
import type { Command } from './platform-writes-worker.ts'

const start = workers<Command>(writesWorker)

it('a room loses none of the 120 writes of two processes that write at once, and gives no id twice', async () => {
  await writeFromTwoProcesses(start, 20)
})
