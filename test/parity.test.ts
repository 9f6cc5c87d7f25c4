import { it } from 'vitest'
import { expectParity } from './parity-of-faces.ts'

it('the same calls give the same answers and the same faults through every face (sqlite)', () => expectParity('sqlite'))
