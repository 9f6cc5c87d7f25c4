import { expect, test } from 'vitest'
import { activitySearch, historySearch, recordSearch, searchSearch, sessionsSearch } from './addresses.ts'

test('known search parameters are kept', () => {
  const search = { q: 'clock', states: ['OPEN'], types: ['note'], under: 'R001', meta: { topic: 'x' } }
  expect(searchSearch(search)).toEqual(search)
  expect(activitySearch({ types: ['record_created'], record: 'R001', session: 'ses_x' })).toEqual({
    types: ['record_created'],
    record: 'R001',
    session: 'ses_x',
  })
  expect(recordSearch({ edit: true, view: 'context' })).toEqual({ edit: true, view: 'context' })
  expect(historySearch({ from: 'v1', to: 'current', split: true })).toEqual({ from: 'v1', to: 'current', split: true })
})

test('a number typed as a query is searched for as text', () => {
  expect(searchSearch({ q: 2025 })).toEqual({ q: '2025' })
})

test('unknown search parameters are dropped instead of failing', () => {
  const odd = { q: '', states: ['CLOSED', 7], types: 'note', under: {}, meta: ['x'], extra: 1 }
  expect(searchSearch(odd)).toEqual({})
  expect(activitySearch({ types: ['nonsense'], record: null })).toEqual({})
  expect(recordSearch({ edit: 'yes', view: 'text' })).toEqual({})
  expect(sessionsSearch({ status: 'asleep' })).toEqual({})
})
