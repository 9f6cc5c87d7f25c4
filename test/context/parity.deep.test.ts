import { it } from 'vitest'
import { expectParity } from './every-interface.ts'

it.each(['sqlite', 'postgres'] as const)(
  'the same calls give the same answers through every interface (%s)',
  expectParity,
)
