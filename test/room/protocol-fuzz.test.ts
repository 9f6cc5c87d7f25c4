import { it } from 'vitest'
import { expectOracleHeld } from './protocol-wrong-replies.ts'

it('2,000 replies that went wrong run a tool only where the oracle says so (room.md 17)', () => {
  expectOracleHeld(2000, 20_260_302)
})
