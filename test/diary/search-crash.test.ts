import { it } from 'vitest'
import { indexTwice, killAmidIndexing } from './search-kills.ts'
import { startWriters } from './workspace-kills.ts'

const start = startWriters()

it('search cites only what is there when indexing is killed with SIGKILL, and finds all of it after the next indexing', () =>
  killAmidIndexing(start, 450, [40, 250, 600]))

it('two processes that index at once leave a search that finds everything once', () => indexTwice(start, 12, 2))
