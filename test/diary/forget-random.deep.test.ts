import { it } from 'vitest'
import { forgetRandomly } from './forget-random.ts'

it.each([1, 2, 3, 4, 5, 6])('a forgotten session is nowhere, in ten homes (%i of 6)', () => forgetRandomly(10))
