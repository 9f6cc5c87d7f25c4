import { it } from 'vitest'
import { expectOracleHeld } from './protocol-wrong-replies.ts'

it.each([20_260_301, 20_260_303, 20_260_304, 20_260_305])(
  '25,000 replies that went wrong in ways of seed %i run a tool only where the oracle says so (room.md 17)',
  seed => {
    expectOracleHeld(25_000, seed)
  },
)
