import { it } from 'vitest'
import { workers } from './processes.ts'
import type { Command } from './room-round-worker.ts'
import { killAtBoundaries, roundWorker } from './room-rounds-scenario.ts'

const start = workers<Command>(roundWorker)

/** A tool that ran, an answer that is stored, and an issue that is made: each must not happen twice. */
const places = [4, 8, 14]

it('kill -9 at three boundaries of a round: afterwards it is closed once, with all that anybody was told of', async () => {
  await killAtBoundaries(start, places)
})
