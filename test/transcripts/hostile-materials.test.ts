import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cursorReader } from '../../src/transcripts/cursor/reader.ts'
import { geminiReader } from '../../src/transcripts/gemini-cli/reader.ts'
import { opencodeReader } from '../../src/transcripts/opencode/reader.ts'
import { type SourceReader, Unreadable } from '../../src/transcripts/reader.ts'
import { writeCursor } from '../fixtures/transcripts/cursor/builders.ts'
import { k1 } from '../fixtures/transcripts/cursor/fixtures.ts'
import { geminiFixtures } from '../fixtures/transcripts/gemini-cli/fixtures.ts'
import { writeOpencode } from '../fixtures/transcripts/opencode/builders.ts'
import { o1 } from '../fixtures/transcripts/opencode/fixtures.ts'
import { tempHome } from '../support/tempdir.ts'
import { materialize, scanMaterial } from './materials.ts'
import { mutation } from './mutations.ts'

const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 })

/** Either it cannot be read, or every line made from it is sound, accounted for and the same the next time. */
function expectSound(reader: SourceReader, path: string): void {
  let made: { [id: string]: Buffer }
  try {
    made = materialize(reader, path)
  } catch (error) {
    expect(error).toBeInstanceOf(Unreadable)
    return
  }
  for (const bytes of Object.values(made)) {
    const { tally, turns } = scanMaterial(reader, bytes)
    expect(tally).toMatchObject({ bytes: bytes.length, parsedBytes: bytes.length, malformed: 0 })
    for (const turn of turns) expect(turn.endLine).toBeLessThanOrEqual(tally.lines)
  }
  expect(materialize(reader, path)).toEqual(made)
}

const mutated = (value: unknown, by: readonly ((bytes: Buffer) => Buffer)[]) =>
  by.reduce<Buffer>((bytes, mutate) => mutate(bytes), Buffer.from(JSON.stringify(value))).toString()

describe('whatever a program has stored', () => {
  it('in a row of opencode makes no reader throw', () => {
    const path = join(tempHome(), 'opencode.db')
    fc.assert(
      fc.property(fc.nat(2), fc.nat(3), mutations, (message, part, by) => {
        const messages = o1.messages.map((each, i) =>
          i !== message
            ? each
            : {
                ...each,
                data: part === 3 ? mutated(each.data, by) : each.data,
                parts: each.parts.map((one, n) => (n === part ? { ...one, data: mutated(one.data, by) } : one)),
              },
        )
        writeOpencode(path, [{ ...o1, messages }])
        expectSound(opencodeReader, path)
      }),
      { numRuns: 120 },
    )
  })

  it('in a bubble or a conversation of Cursor makes no reader throw', () => {
    const user = join(tempHome(), 'User')
    const headers = k1.bubbles.map(({ id }) => ({ bubbleId: id }))
    fc.assert(
      fc.property(fc.nat(4), mutations, (place, by) => {
        const bubbles = k1.bubbles.map((each, i) => (i === place ? { ...each, data: mutated(each.data, by) } : each))
        const stored = mutated({ createdAt: 1, fullConversationHeadersOnly: headers }, by)
        expectSound(cursorReader, writeCursor(user, [{ ...k1, bubbles, ...(place === 4 ? { stored } : {}) }]))
      }),
      { numRuns: 120 },
    )
  })

  it('in a document of Gemini CLI makes no reader throw', () => {
    const path = join(tempHome(), 's.json')
    const document = JSON.parse(String(geminiFixtures['g2-document.json']))
    fc.assert(
      fc.property(mutations, by => {
        writeFileSync(path, mutated(document, by))
        expectSound(geminiReader, path)
      }),
      { numRuns: 200 },
    )
  })

  it('a database that is damaged anywhere is unreadable or still sound', () => {
    const path = join(tempHome(), 'opencode.db')
    writeOpencode(path, [o1])
    const whole = readFileSync(path)
    fc.assert(
      fc.property(mutations, by => {
        const damaged = by.reduce<Buffer>((bytes, mutate) => mutate(bytes), whole)
        writeFileSync(path, damaged)
        expectSound(opencodeReader, path)
      }),
      { numRuns: 120 },
    )
  })

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
