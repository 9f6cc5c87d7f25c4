import { it } from 'vitest'
import type { Burst } from './burst-worker.ts'
import { burstWorker, killAmidBursts } from './kill-burst-scenario.ts'
import { workers } from './processes.ts'

const start = workers<Burst>(burstWorker)

it('6 times kill -9 amid writes sent 40 at once: every acknowledged write is kept', async () => {
  await killAmidBursts(start, 6)
})
