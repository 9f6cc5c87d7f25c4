import { it } from 'vitest'
import { workers } from './processes.ts'
import { killDuringTurns, takeTurnsByTicket, turnsWorker } from './room-turns-scenarios.ts'
import type { Command } from './room-turns-worker.ts'

const start = workers<Command>(turnsWorker)

it.each([1, 2, 3])(
  '20 times kill -9 in the middle of a turn, batch %i of 3: receipts verify, the turn is marked, the room goes on',
  async () => {
    await killDuringTurns(start, 20)
  },
)

it('2 processes with 50 turns each take them one after another, in the order of their tickets', async () => {
  await takeTurnsByTicket(start, 50)
})
