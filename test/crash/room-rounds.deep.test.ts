import { it } from 'vitest'
import { workers } from './processes.ts'
import type { Command } from './room-round-worker.ts'
import { boundaries, killAtBoundaries, roundWorker } from './room-rounds-scenario.ts'

const start = workers<Command>(roundWorker)

/** Every boundary, and one more, where the round ends by itself. */
const places = [...boundaries, 'ended'].map((_, at) => at + 1)

it.each([1, 2, 3, 4])(
  'kill -9 at every boundary of a round, part %i of 4: afterwards it is closed once, with everything that was reported before',
  async part => {
    await killAtBoundaries(
      start,
      places.filter(at => at % 4 === part - 1),
    )
  },
)
