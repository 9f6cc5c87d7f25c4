import { expect, test } from 'vitest'
import { changeWords } from './activity-words.ts'

test('a change names the fields of the record as people call them', () => {
  expect(changeWords('Changed body, related of R017')).toBe('Changed the body and related records of R017')
  expect(changeWords('Changed title')).toBe('Changed the title')
  expect(changeWords('Changed summary, affects, metadata')).toBe('Changed the summary, governed files and metadata')
})

test('a summary that is no list of fields stays as it is, but for its states', () => {
  expect(changeWords('R011: OPEN → LATER')).toBe('R011: Open → Later')
  expect(changeWords('Created as RESOLVED')).toBe('Created as Resolved')
  expect(changeWords('Changed the type of R011')).toBe('Changed the type of R011')
  expect(changeWords('Changed our minds about cards')).toBe('Changed our minds about cards')
})
