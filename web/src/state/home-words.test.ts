import { expect, it } from 'vitest'
import { headlineWords } from './home-words.ts'

const day = { projects: ['till'], files: null, checks: null, cost: '≈ $0.08', open: 0 }
const words = (finished: number, items: number) => headlineWords({ ...day, finished, items } as never)

it('the headline says how many work items were finished, and of how many only where some were not', () => {
  expect(words(1, 1)).toBe('1 work item finished in till · cost ≈ $0.08')
  expect(words(4, 5)).toBe('4 of 5 work items finished in till · cost ≈ $0.08')
  expect(words(0, 1)).toBe('1 work item begun in till, not finished · cost ≈ $0.08')
  expect(words(0, 3)).toBe('3 work items begun in till, none finished · cost ≈ $0.08')
  expect(words(0, 0)).toBe('cost ≈ $0.08')
})
