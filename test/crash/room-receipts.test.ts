import { it } from 'vitest'
import { workers } from './processes.ts'
import { killWhileMinting, receiptsWorker } from './room-receipts-scenario.ts'
import type { Command } from './room-receipts-worker.ts'

const start = workers<Command>(receiptsWorker)

it('5 times kill -9 while minting: every reported receipt verifies, and no chain is broken', async () => {
  await killWhileMinting(start, 5)
})
