import { it } from 'vitest'
import { workers } from './processes.ts'
import { killDuringTurns, takeTurnsByTicket, turnsWorker } from './room-turns-scenarios.ts'
import type { Command } from './room-turns-worker.ts'

const start = workers<Command>(turnsWorker)

it('4 times kill -9 in the middle of a turn: receipts verify, the turn is marked, the room goes on', async () => {
  await killDuringTurns(start, 4)
})

it('2 processes with 8 turns each take them one after another, in the order of their tickets', async () => {
  await takeTurnsByTicket(start, 8)
})
