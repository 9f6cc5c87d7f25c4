import { it } from 'vitest'
import { allEngines, onBothEngines } from '../support/engines.ts'
import { searchLongTexts } from './long-texts.ts'

onBothEngines(
  'Search',
  store => {
    it('Search takes the longest texts of every kind of writing, and finds what they begin with', () =>
      searchLongTexts(store, 262_000))
  },
  allEngines,
)
