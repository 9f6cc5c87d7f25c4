import { it } from 'vitest'
import { allEngines, onBothEngines } from '../support/engines.ts'
import { giveGarbage } from './give-garbage.ts'

onBothEngines(
  'Garbage of many kinds',
  store => {
    it('garbage given to any operation is refused in our own words and changes nothing', () => giveGarbage(store, 30))
  },
  allEngines,
)
