import { describe, it } from 'vitest'
import { generateDays, generateLargeDay } from './random-days.ts'

describe('Generating random transcripts without a model', () => {
  it('covers every turn of twenty days, and every chain is valid', () => generateDays(20))

  it('does so for five thousand turns', () => generateLargeDay(25))
})
