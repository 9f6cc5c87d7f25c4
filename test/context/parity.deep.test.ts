import { it } from 'vitest'
import { expectParity } from './every-face.ts'

it('the same calls give the same answers through every interface (postgres)', () => expectParity('postgres'))
