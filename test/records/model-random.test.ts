import { it } from 'vitest'
import { goAsModelled } from './model/random-runs.ts'

it.each([
  ['sqlite', 2],
  ['postgres', 1],
] as const)('random runs of three sessions, to length 200, go as the model says (%s)', (engine, runs) =>
  goAsModelled(engine, runs),
)
