import { expect, it } from 'vitest'
import { longerLabel } from './longer-label.ts'

const known = [
  { project_keys: ['a1', 'a2'], label: 'shop/api' },
  { project_keys: ['c1'], label: 'work/web' },
]

it('a list that knows only the name of a folder has the folders before it where Home has them', () => {
  expect(longerLabel('api', 'a2', known)).toBe('shop/api')
  expect(longerLabel('api', undefined, known)).toBe('api')
  expect(longerLabel('api', 'd1', known)).toBe('api')
  expect(longerLabel('till', 'c1', known)).toBe('till')
})
