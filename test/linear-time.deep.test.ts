import { describe, expect, it } from 'vitest'
import { runMeasure } from './linear-time/run-measure.ts'
import { units } from './linear-time/units.ts'

describe('Functions that read text take time that grows with it (access 8, 9, 11, 18)', () => {
  it.each(units)(
    '1 MB of %j',
    async unit => {
      const { slow, measured } = await runMeasure(() => true, [unit], 1_000_000)
      expect(slow).toEqual([])
      expect(measured).toBeGreaterThan(150)
    },
    60_000,
  )
})
