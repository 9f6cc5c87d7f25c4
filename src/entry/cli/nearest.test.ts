import { expect, test } from 'vitest'
import { guess } from './command-line.ts'

const known = ['search_records', 'list_records', 'get_project', 'activate']

test.each([
  ['serch_records', 'search_records'],
  ['list_record', 'list_records'],
  ['GET_PROJECT', 'get_project'],
  ['actviate', 'activate'],
])('the mistyped word %s probably means %s', (given, meant) => {
  expect(guess(given, known)).toBe(`Did you mean ${meant}? `)
})

test('a word unlike all others means none of them', () => {
  expect(guess('xyzzy', known)).toBe('')
  expect(guess('anything', [])).toBe('')
  expect(guess('a'.repeat(100_000), known)).toBe('')
})
