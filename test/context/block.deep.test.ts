import { it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { expectPreviewsBuilt } from './preview-builds.ts'

onBothEngines('The block', bench => {
  it('is the same as each of 100 previews, leaves the row alone, and a preview leaves nothing at all', () =>
    expectPreviewsBuilt(bench, 100))
})
