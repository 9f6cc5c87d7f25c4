import { it } from 'vitest'
import { searchAlike } from './search-alike.ts'

it('Any of 300 texts searches alike on both engines, and none fails', () => searchAlike(300, 20_250_210))
