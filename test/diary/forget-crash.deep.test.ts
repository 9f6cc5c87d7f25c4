import { expect, it } from 'vitest'
import { killAmidForgetting } from './forget-kills.ts'
import { startWriters } from './workspace-kills.ts'

const start = startWriters()

it('forgetting that is killed at any point has not begun or is finished by the next start', {
  timeout: 3_600_000,
}, async () => {
  const { untouched, finished } = await killAmidForgetting(start, { first: 1, stride: 1 })
  expect(untouched).toBeGreaterThan(5)
  expect(finished).toBeGreaterThan(50)
})
