import { it } from 'vitest'
import { generateDays } from './random-days.ts'

it('generating random transcripts without a model covers every turn, and every chain is valid', () => generateDays(1))
