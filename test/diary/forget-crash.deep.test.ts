import { expect, it } from 'vitest'
import { killAmidForgetting } from './forget-kills.ts'
import { startWriters } from './workspace-kills.ts'

const start = startWriters()

const parts = 10

it.each(Array.from({ length: parts }, (_, n) => n + 1))(
  `forgetting that is killed has not begun or is finished by the next start (every point, part %i of ${parts})`,
  async first => {
    const { finished } = await killAmidForgetting(start, { first, stride: parts })
    expect(finished).toBeGreaterThan(4)
  },
)
