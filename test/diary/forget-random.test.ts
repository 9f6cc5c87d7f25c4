import { it } from 'vitest'
import { forgetRandomly } from './forget-random.ts'

it('a forgotten session is nowhere', () => forgetRandomly(1))
