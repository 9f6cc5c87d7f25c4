import { it } from 'vitest'
import { expectInvariants } from './random-histories.ts'

it.each([
  ['sqlite', 3],
  ['postgres', 1],
] as const)('after every call of a random history everything that must hold does (%s)', (engine, runs) =>
  expectInvariants(engine, runs),
)
