import { expect, it } from 'vitest'
import { killAmidForgetting } from './forget-kills.ts'
import { startWriters } from './workspace-kills.ts'

const start = startWriters()

/** Every third point in five tests: every point takes seven minutes. */
const parts = 5

it.each(Array.from({ length: parts }, (_, n) => n + 1))(
  `forgetting that is killed has not begun or is finished by the next start (part %i of ${parts})`,
  async part => {
    const { finished } = await killAmidForgetting(start, { first: part * 3, stride: parts * 3 })
    expect(finished).toBeGreaterThan(4)
  },
)
