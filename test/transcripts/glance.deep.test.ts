import { describe, it } from 'vitest'
import { glanceAtDamage, glanceAtTexts } from './glances.ts'

describe('a glance at a line', () => {
  it('tells of any of 5000 texts what parsing tells of it', () => glanceAtTexts(5000))

  it.each([1, 2, 3, 4, 5])('tells of any line of 500 damaged transcripts what parsing tells of it (%i)', () =>
    glanceAtDamage(500),
  )
})
