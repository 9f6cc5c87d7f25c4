import { it } from 'vitest'
import type { Burst } from './burst-worker.ts'
import { burstWorker, killDuringBursts } from './kill-burst-scenario.ts'
import { workers } from './processes.ts'

const start = workers<Burst>(burstWorker)

it('8 times kill -9 during writes sent 40 at once: every acknowledged write is kept', async () => {
  await killDuringBursts(start, 8)
})
