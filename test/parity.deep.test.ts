import { it } from 'vitest'
import { expectParity } from './parity-of-interfaces.ts'

it('the same calls give the same answers and the same faults through every interface (postgres)', () =>
  expectParity('postgres'))
