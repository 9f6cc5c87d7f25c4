import { it } from 'vitest'
import { workers } from './processes.ts'
import { killDuringTurns, takeTurnsByTicket, turnsWorker } from './room-turns-scenarios.ts'
import type { Command } from './room-turns-worker.ts'

const start = workers<Command>(turnsWorker)

it.each([1, 2, 3, 4, 5, 6])(
  '10 times kill -9 in the middle of a turn, batch %i of 6: receipts verify, the turn is marked, the room goes on',
  async () => {
    await killDuringTurns(start, 10)
  },
)

it.each([1, 2])(
  '2 processes with 25 turns each take them one after another, in the order of their tickets, part %i of 2',
  async () => {
    await takeTurnsByTicket(start, 25)
  },
)
