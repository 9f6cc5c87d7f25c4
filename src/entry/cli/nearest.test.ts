import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const known = ['search_records', 'list_records', 'get_project', 'activate']

test.each([
  ['serch_records', 'search_records'],
  ['list_record', 'list_records'],
  ['GET_PROJECT', 'get_project'],
  ['actviate', 'activate'],
])('%s probably means %s', (given, meant) => {
  expect(nearest(given, known)).toBe(meant)
})

test('a word unlike all others means none of them', () => {
  expect(nearest('xyzzy', known)).toBeUndefined()
  expect(nearest('anything', [])).toBeUndefined()
  expect(nearest('a'.repeat(100_000), known)).toBeUndefined()
})
