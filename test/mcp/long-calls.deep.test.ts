import { it } from 'vitest'
import { followPreparation, withdrawPreparation } from './preparing.ts'

it.each([
  ['stdio', 'the client of 2026-07-28'],
  ['stdio', 'the client of 2025-11-25'],
  ['HTTP', 'the client of 2026-07-28'],
] as const)(
  'over %s %s hears how far a preparation is, counting up, and gets the prompts of what was prepared',
  followPreparation,
)

// A connection of 2025 over HTTP has no memory, so a message does not reach the call it is about.
it.each([
  ['stdio', 'the client of 2026-07-28'],
  ['stdio', 'the client of 2025-11-25'],
  ['HTTP', 'the client of 2026-07-28'],
] as const)('over %s %s takes a preparation back, and nothing of it is published', withdrawPreparation)
