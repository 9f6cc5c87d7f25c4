import { it } from 'vitest'
import type { Burst } from './burst-worker.ts'
import { burstWorker, killDuringBursts } from './kill-burst-scenario.ts'
import { workers } from './processes.ts'

const start = workers<Burst>(burstWorker)

it.each([1, 2, 3, 4])(
  '25 times kill -9 during writes sent 40 at once, batch %i of 4: every acknowledged write is kept',
  async () => {
    await killDuringBursts(start, 25)
  },
)
