import { it } from 'vitest'
import { indexTwice, killAmidIndexing } from './search-kills.ts'
import { startWriters } from './workspace-kills.ts'

const start = startWriters()

it.each([7, 13, 29])(
  'search cites only what is there when indexing is killed with SIGKILL after any multiple of %i ms',
  step =>
    killAmidIndexing(
      start,
      900,
      Array.from({ length: 30 }, (_, n) => (n + 1) * step),
    ),
)

it('two processes that index at once, again and again, leave a search that finds everything once', () =>
  indexTwice(start, 60, 25))
