import { describe, it } from 'vitest'
import { generateDays, generateLargeDay } from './random-days.ts'

describe('Generating random transcripts without a model', () => {
  it.each([1, 2])(
    'generating without a model covers every turn of ten random days, and every chain is valid (%i of 2)',
    () => generateDays(10),
  )

  it.each([7, 8])(
    'generating without a model covers 2,600 turns of one day, and every chain is valid (seed %i)',
    seed => generateLargeDay(13, seed),
  )
})
