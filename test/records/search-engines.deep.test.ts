import { it } from 'vitest'
import { searchAlike } from './search-alike.ts'

it.each(Array.from({ length: 10 }, (_, n) => 20_250_210 + n))(
  'Any of 1000 texts searches alike on both engines, and none fails (seed %i)',
  seed => searchAlike(1000, seed),
)
