import { describe, expect, it } from 'vitest'
import { runMeasure } from './linear-time/run-measure.ts'

const parts = [
  /^src\/(?:context|kernel|records|models|projects|evidence|transcripts|doctor)\//,
  /^src\/diary\//,
  /^src\/room\//,
]

describe('Functions that read text take time that grows with it, for every kind of text', () => {
  it.each([
    ['below the parts', (file: string) => parts[0]?.test(file) ?? false],
    ['diary', (file: string) => parts[1]?.test(file) ?? false],
    ['room, evidence', (file: string) => /^src\/room\/(?:evidence|protocol)\//.test(file)],
    ['room, the rest', (file: string) => /^src\/room\/(?!evidence\/|protocol\/)/.test(file)],
    ['faces and the page', (file: string) => !parts.some(part => part.test(file))],
  ])(
    '%s',
    async (_, isChosen) => {
      const { slow, measured } = await runMeasure(isChosen, 'allUnits')
      expect(slow).toEqual([])
      expect(measured).toBeGreaterThan(5)
    },
    180_000,
  )
})
