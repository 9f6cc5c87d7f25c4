import { expect, it } from 'vitest'
import { formatCount } from './numbers.ts'

it('a count has its thing in the singular for one only, and a comma for thousands', () => {
  expect([0, 1, 2, 12_345].map(count => formatCount(count, 'turn'))).toEqual([
    '0 turns',
    '1 turn',
    '2 turns',
    '12,345 turns',
  ])
})

it('a plural that is more than an s is given', () => {
  expect([1, 2].map(count => formatCount(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries'])
})
