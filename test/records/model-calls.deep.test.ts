import { it } from 'vitest'
import { allEngines, onBothEngines } from '../support/engines.ts'
import { breakCalls } from './model/broken-calls.ts'
import { syncsListAll } from './model/complete-syncs.ts'

it.each([
  ['sqlite', 12],
  ['postgres', 3],
] as const)('I14: complete syncs list every foreign change exactly once (%s)', (engine, runs) =>
  syncsListAll(engine, runs),
)

onBothEngines(
  'A call that breaks off',
  store => {
    it('A call that breaks off leaves no row changed, before whichever statement it breaks', () => breakCalls(store, 1))
  },
  allEngines,
)
