import { it } from 'vitest'
import { forgetRandomly } from './forget-random.ts'

it('a forgotten session is nowhere, in many homes', { timeout: 3_600_000 }, () => forgetRandomly(60))
