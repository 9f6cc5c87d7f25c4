import { it } from 'vitest'
import { workers } from './processes.ts'
import type { Command } from './room-round-worker.ts'
import { killAtBoundaries, roundWorker } from './room-rounds-scenario.ts'

const start = workers<Command>(roundWorker)

/** An issue is made, and must not be made twice. */
const places = [14]

it('kill -9 where a round made an issue: afterwards it is closed once, with everything that was reported before', async () => {
  await killAtBoundaries(start, places)
})
