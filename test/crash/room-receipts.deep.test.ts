import { it } from 'vitest'
import { workers } from './processes.ts'
import { killWhileMinting, receiptsWorker } from './room-receipts-scenario.ts'
import type { Command } from './room-receipts-worker.ts'

const start = workers<Command>(receiptsWorker)

it.each(Array.from({ length: 8 }, (_, n) => n + 1))(
  '25 times kill -9 while minting, batch %i of 8: every reported receipt verifies, and no chain is broken',
  async () => {
    await killWhileMinting(start, 25)
  },
)
