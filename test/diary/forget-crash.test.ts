import { expect, it } from 'vitest'
import { killAmidForgetting } from './forget-kills.ts'
import { startWriters } from './workspace-kills.ts'

const start = startWriters()

it('forgetting that is killed has not begun or is finished by the next start', async () => {
  const { untouched, finished } = await killAmidForgetting(start, { first: 25, stride: 150 })
  expect(untouched + finished).toBeGreaterThan(1)
  expect(finished).toBeGreaterThan(0)
})
