import { expect, test } from 'vitest'
import { nearMatch } from './near-match.ts'

test('an excerpt for one line begins a few words before what was found', () => {
  const text = 'Money is an integer of pence, weight an integer of grams. A line is rounded once.'
  const start = text.indexOf('rounded')
  const { excerpt, matches } = nearMatch(text, [[start, start + 7]])
  expect(excerpt).toBe('…an integer of grams. A line is rounded once.')
  expect(matches.map(([from, to]) => excerpt.slice(from, to))).toEqual(['rounded'])
  expect(nearMatch('A line is rounded.', [[10, 17]])).toEqual({ excerpt: 'A line is rounded.', matches: [[10, 17]] })
})
