import { describe, it } from 'vitest'
import { expectAllCovered, groupMany } from './synthesized-days.ts'

describe('whatever the chains of 150 days hold', () => {
  it('nothing stays uncovered, nothing is covered twice, and every item is valid', () => expectAllCovered(150))

  it('ten thousand turns are grouped without comparing each with each', () => groupMany(10_000))
})
