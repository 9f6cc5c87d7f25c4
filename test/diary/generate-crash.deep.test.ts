import { it } from 'vitest'
import { killAmidGeneration } from './generate-kills.ts'
import { startWriters } from './workspace-kills.ts'

const start = startWriters()
const batches = [1, 9, 17, 25, 33]

it.each(batches)('a generation killed with SIGKILL at step %i, and every 40 after it, ends in the same bytes', first =>
  killAmidGeneration(
    start,
    Array.from({ length: 10 }, (_, n) => first + n * 40),
  ),
)
