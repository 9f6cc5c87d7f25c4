import { it } from 'vitest'
import { workers } from './processes.ts'
import type { Command } from './room-round-worker.ts'
import { boundaries, killAtBoundaries, roundWorker } from './room-rounds-scenario.ts'

const start = workers<Command>(roundWorker)

it('kill -9 at every boundary of a round: afterwards it is closed once, with all that anybody was told of', async () => {
  await killAtBoundaries(
    start,
    [...boundaries, 'ended'].map((_, at) => at + 1),
  )
})
