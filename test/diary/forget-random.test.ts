import { it } from 'vitest'
import { forgetRandomly } from './forget-random.ts'

it('a forgotten session is nowhere', { timeout: 120_000 }, () => forgetRandomly(4))
