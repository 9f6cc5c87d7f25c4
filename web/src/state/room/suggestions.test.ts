import { expect, it } from 'vitest'
import { suggestionsFor } from './suggestions.ts'

it('suggestions for the sample start with the scenes whose contradictions are found without a model', () => {
  const files = [
    { path: 'Story/SCN-outline.md', class: 'outline' },
    { path: 'Story/Scenes/SCN-04-the-causeway.md', class: 'scene' },
  ]
  expect(suggestionsFor(files)).toEqual([
    'Check scene 4 and scene 2 against canon. Does anything contradict?',
    'How is the pacing of scene 1?',
    'Does the outline hold together?',
    'Which issues are open?',
  ])
})

it('suggestions name no scene or outline that does not exist', () => {
  expect(suggestionsFor([{ path: 'notes.md', class: 'other' }])).toEqual([
    'Is anything in these files inconsistent?',
    'Which issues are open?',
  ])
})

it('a repository is asked about its documents and its code', () => {
  const files = [
    { path: 'README.md', class: 'scene' },
    { path: 'docs/stock.md', class: 'compendium' },
    { path: 'src/activity/README.md', class: 'scene' },
    { path: 'src/merge.ts', class: 'scene' },
  ]
  expect(suggestionsFor(files)).toEqual([
    'Check README.md against the documents. Does anything contradict?',
    'What does src/merge.ts do?',
    'Which issues are open?',
  ])
})
