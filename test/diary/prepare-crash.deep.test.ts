import { it } from 'vitest'
import { killAmidPreparation } from './prepare-kills.ts'
import { startWriters } from './workspace-kills.ts'

const start = startWriters()

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a preparation killed with SIGKILL at step %i or any eighth after it leaves the old day or the new one, and every chain',
  first => killAmidPreparation(start, { first, stride: 8 }),
)
