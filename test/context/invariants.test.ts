import { it } from 'vitest'
import { expectInvariants } from './random-histories.ts'

it('after every call of a random history everything that must hold does (sqlite)', () => expectInvariants('sqlite', 1))
