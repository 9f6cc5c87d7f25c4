import { describe, it } from 'vitest'
import { generateDays, generateLargeDay } from './random-days.ts'

describe('Generating random transcripts without a model', () => {
  it('covers every turn, and every chain is valid', () => generateDays(2))

  it('does so for four hundred turns', () => generateLargeDay(2))
})
