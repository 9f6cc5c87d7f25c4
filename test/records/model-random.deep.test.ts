import { describe, it } from 'vitest'
import { goAsModelled } from './model/random-runs.ts'

describe.each([
  ['sqlite', 7],
  ['postgres', 2],
] as const)('Records on %s', (engine, runs) => {
  it.each([1, 2, 3, 4])('records go as the model says in random runs of three sessions, to length 200 (%i)', () =>
    goAsModelled(engine, runs),
  )
})
