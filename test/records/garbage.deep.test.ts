import { it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { giveGarbage } from './give-garbage.ts'

onBothEngines('Garbage of many kinds', bench => {
  it('given to any operation is refused in our own words and changes nothing', () => giveGarbage(bench, 30))
})
