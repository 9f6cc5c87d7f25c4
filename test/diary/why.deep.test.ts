import { expect, it } from 'vitest'
import { scoreOf } from './why-score.ts'

it('asking why names the turns that wrote commits in a longer history, where one name is in several commits', async () => {
  const score = await scoreOf([1, 2, 3])
  expect(score.right / score.answered).toBeGreaterThanOrEqual(0.95)
  expect(score.right / score.known).toBeGreaterThanOrEqual(0.75)
  expect(score).toEqual({ answered: 69, right: 69, known: 69, silent: 16 })
})
