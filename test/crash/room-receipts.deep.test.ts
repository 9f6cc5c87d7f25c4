import { it } from 'vitest'
import { workers } from './processes.ts'
import { killWhileMinting, receiptsWorker } from './room-receipts-scenario.ts'
import type { Command } from './room-receipts-worker.ts'

const start = workers<Command>(receiptsWorker)

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  '50 times kill -9 while minting, batch %i of 10: every receipt that was told of verifies, and no chain is broken',
  async () => {
    await killWhileMinting(start, 50)
  },
)
