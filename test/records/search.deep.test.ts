import { it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { searchLongTexts } from './long-texts.ts'

onBothEngines('Search', bench => {
  it('takes the longest texts of every kind of writing, and finds what they begin with', () =>
    searchLongTexts(bench, 262_000))
})
