import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reader as geminiReader } from '../../src/transcripts/gemini-cli/reader.ts'
import { tempHome } from '../support/tempdir.ts'
import { materialize } from './materials.ts'
import {
  damageDatabase,
  expectSound,
  spoilCline,
  spoilCursor,
  spoilGemini,
  spoilGoose,
  spoilOpencode,
  spoilVscode,
} from './spoiled-materials.ts'

describe('whatever a program has stored', () => {
  it('whatever a program has stored in a row of opencode makes no reader throw', () => spoilOpencode(15))

  it('whatever a program has stored in a bubble or a conversation of Cursor makes no reader throw', () =>
    spoilCursor(15))

  it('whatever a program has stored in a document of Gemini CLI makes no reader throw', () => spoilGemini(30))

  it('whatever a program has stored in a chat of VS Code makes no reader throw', () => spoilVscode(15))

  it('whatever a program has stored in a task or session of Cline makes no reader throw', () => spoilCline(15))

  it('whatever a program has stored in a message of Goose makes no reader throw', () => spoilGoose(10))

  it('a database that is damaged anywhere is unreadable or still sound', () => damageDatabase(30))

  it('a document nested without end or with very much in it is read or refused', () => {
    const path = join(tempHome(), 's.json')
    const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    writeFileSync(path, `{"sessionId":"s","messages":[{"id":"a","type":"user","content":${nested}}]}`)
    expectSound(geminiReader, path)
    const text = 'x'.repeat(20_000_000)
    writeFileSync(path, JSON.stringify({ messages: [{ id: 'a', type: 'user', content: text }] }))
    expect(materialize(geminiReader, path).s?.length).toBeGreaterThan(20_000_000)
  })
})
