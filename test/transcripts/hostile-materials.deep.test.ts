import { describe, it } from 'vitest'
import { damageDatabase, spoilCursor, spoilGemini, spoilOpencode } from './spoiled-materials.ts'

describe('whatever a program has stored', () => {
  it('in any of 120 rows of opencode makes no reader throw', () => spoilOpencode(120))

  it('in any of 120 bubbles or conversations of Cursor makes no reader throw', () => spoilCursor(120))

  it('in any of 200 documents of Gemini CLI makes no reader throw', () => spoilGemini(200))

  it('a database that is damaged in any of 120 ways is unreadable or still sound', () => damageDatabase(120))
})
