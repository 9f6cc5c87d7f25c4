import { expect, test } from 'vitest'
import { metadataChanges } from './metadata-changes.ts'

test('metadata is compared entry by entry, so that one change does not show all of it', () => {
  const old = { owner: 'Ines', evidence: [{ kind: 'file', ref: 'src/money.ts' }], due: 'May' }
  const next = { owner: 'Ines', evidence: [], tags: ['till'] }
  expect(metadataChanges({ old, new: next })).toEqual([
    ['evidence', { old: old.evidence, new: [] }],
    ['due', { old: 'May', new: undefined }],
    ['tags', { old: undefined, new: ['till'] }],
  ])
})

test('a version without metadata has no entries', () => {
  expect(metadataChanges({ old: null, new: { owner: 'Ines' } })).toEqual([['owner', { old: undefined, new: 'Ines' }]])
  expect(metadataChanges({ old: null, new: undefined })).toEqual([])
})
