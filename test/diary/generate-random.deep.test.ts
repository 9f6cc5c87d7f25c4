import { describe, it } from 'vitest'
import { generateDays, generateLargeDay } from './random-days.ts'

describe('Generating random transcripts without a model', () => {
  it.each([1, 2])('covers every turn of ten days, and every chain is valid (%i of 2)', () => generateDays(10))

  it.each([7, 8])('does so for 2,600 turns of one day (seed %i)', seed => generateLargeDay(13, seed))
})
