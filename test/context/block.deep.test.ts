import { it } from 'vitest'
import { allEngines, onBothEngines } from '../support/engines.ts'
import { expectPreviewsBuilt } from './preview-builds.ts'
import { expectLatestShown, expectLeftOutInOrder } from './shown-records.ts'

onBothEngines(
  'The block',
  store => {
    it('The block is the same as each of 100 previews, leaves the row alone, and a preview leaves nothing at all', () =>
      expectPreviewsBuilt(store, 100))

    it('The block shows the latest of 500 open records, and counts those it does not show', () =>
      expectLatestShown(store, 500))

    it('The block leaves out in the agreed order what a budget smaller by 5 tokens has no room for, and says what and why', () =>
      expectLeftOutInOrder(store, 5))
  },
  allEngines,
)
