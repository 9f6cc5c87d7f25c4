import type { Measure } from './measure.ts'

export const reporting: Measure = { id: 'report', about: 'rendering and verifying', run: async () => [] }
