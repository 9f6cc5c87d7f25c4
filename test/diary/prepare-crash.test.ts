import { it } from 'vitest'
import { killAmidPreparation } from './prepare-kills.ts'
import { startClerks } from './workspace-kills.ts'

const start = startClerks()

it('a preparation killed with SIGKILL at any of a few steps leaves the old day or the new one, and every chain', () =>
  killAmidPreparation(start, { first: 1, stride: 40 }))
