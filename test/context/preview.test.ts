import { it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { expectPreviews } from './previews.ts'

onBothEngines('A preview', store => {
  it('A preview is what a build gives, for 10 sets of arguments in each of 3 projects, and the row stays as it was', () =>
    expectPreviews(store, { projects: 3, sets: 10 }))
})
