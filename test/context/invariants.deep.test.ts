import { describe, it } from 'vitest'
import { expectInvariants } from './random-histories.ts'

describe.each([
  ['sqlite', 10],
  ['postgres', 2],
] as const)('Context on %s', (engine, runs) => {
  it.each([1, 2, 3, 4])('Context keeps everything that must hold after every call of a random history (%i)', () =>
    expectInvariants(engine, runs),
  )
})
