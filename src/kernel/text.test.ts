import { expect, it } from 'vitest'
import { joinFirst } from './text.ts'

it('joinFirst counts what it leaves out, also of what it was not given', () => {
  expect(joinFirst(['a', 'b'], 2)).toBe('a, b')
  expect(joinFirst(['a', 'b', 'c'], 2)).toBe('a, b and 1 more')
  expect(joinFirst([1, 2], 2, { between: '; ', total: 9 })).toBe('1; 2 and 7 more')
})
