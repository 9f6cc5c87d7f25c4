import { it } from 'vitest'
import { onEngine } from '../support/engines.ts'
import { breakCalls } from './model/broken-calls.ts'
import { syncsListAll } from './model/complete-syncs.ts'

it('I14: complete syncs list every foreign change exactly once (sqlite)', () => syncsListAll('sqlite', 2))

onEngine('sqlite', 'A call that breaks off', store => {
  it('a call that breaks off leaves no row changed, before whichever fifth statement it breaks', () =>
    breakCalls(store, 5))
})
