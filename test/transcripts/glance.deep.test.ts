import { describe, it } from 'vitest'
import { glanceAtDamage, glanceAtTexts } from './glances.ts'

describe('a glance at a line', () => {
  it('a glance at a line finds in any of 5000 texts what parsing finds', () => glanceAtTexts(5000))

  it.each([1, 2, 3, 4, 5])(
    'a glance at a line finds in any line of 500 damaged transcripts what parsing finds (%i)',
    () => glanceAtDamage(500),
  )
})
