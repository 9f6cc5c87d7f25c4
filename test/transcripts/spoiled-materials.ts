import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { reader as clineReader } from '../../src/transcripts/cline/reader.ts'
import { reader as cursorReader } from '../../src/transcripts/cursor/reader.ts'
import { reader as geminiReader } from '../../src/transcripts/gemini-cli/reader.ts'
import { reader as gooseReader } from '../../src/transcripts/goose/reader.ts'
import { reader as opencodeReader } from '../../src/transcripts/opencode/reader.ts'
import { type SourceReader, Unreadable } from '../../src/transcripts/reader.ts'
import { reader as vscodeReader } from '../../src/transcripts/vscode-chat/reader.ts'
import { conversation, messages } from '../fixtures/transcripts/cline/fixtures.ts'
import { writeCursor } from '../fixtures/transcripts/cursor/builders.ts'
import { k1 } from '../fixtures/transcripts/cursor/fixtures.ts'
import { geminiFixtures } from '../fixtures/transcripts/gemini-cli/fixtures.ts'
import { writeGoose } from '../fixtures/transcripts/goose/builders.ts'
import { g1 } from '../fixtures/transcripts/goose/fixtures.ts'
import { writeOpencode } from '../fixtures/transcripts/opencode/builders.ts'
import { o1 } from '../fixtures/transcripts/opencode/fixtures.ts'
import { vscodeFixtures } from '../fixtures/transcripts/vscode-chat/fixtures.ts'
import { tempHome } from '../support/tempdir.ts'
import { materialize, scanMaterial } from './materials.ts'
import { mutation } from './mutations.ts'
import { put } from './scanning.ts'

/** One row of opencode is spoiled. */
export function spoilOpencode(runs: number): void {
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
    { numRuns: runs },
  )
}

/** One bubble or conversation of Cursor is spoiled. */
export function spoilCursor(runs: number): void {
  const user = join(tempHome(), 'User')
  const headers = k1.bubbles.map(({ id }) => ({ bubbleId: id }))
  fc.assert(
    fc.property(fc.nat(4), mutations, (place, by) => {
      const bubbles = k1.bubbles.map((each, i) => (i === place ? { ...each, data: mutated(each.data, by) } : each))
      const stored = mutated({ createdAt: 1, fullConversationHeadersOnly: headers }, by)
      expectSound(cursorReader, writeCursor(user, [{ ...k1, bubbles, ...(place === 4 ? { stored } : {}) }]))
    }),
    { numRuns: runs },
  )
}

/** A document of Gemini CLI is spoiled. */
export function spoilGemini(runs: number): void {
  const path = join(tempHome(), 's.json')
  const document = JSON.parse(String(geminiFixtures['g2-document.json']))
  fc.assert(
    fc.property(mutations, by => {
      writeFileSync(path, mutated(document, by))
      expectSound(geminiReader, path)
    }),
    { numRuns: runs },
  )
}

/** A chat of VS Code is spoiled, as a document and as the log of its changes. */
export function spoilVscode(runs: number): void {
  const home = tempHome()
  const document = JSON.parse(String(vscodeFixtures['v1-document.json']))
  const changes = vscodeFixtures['v1-changes.jsonl'] ?? Buffer.alloc(0)
  fc.assert(
    fc.property(mutations, by => {
      expectSound(vscodeReader, put(home, 'chatSessions/a.json', mutated(document, by)))
      const damaged = by.reduce<Buffer>((bytes, mutate) => mutate(bytes), changes)
      expectSound(vscodeReader, put(home, 'chatSessions/b.jsonl', damaged))
    }),
    { numRuns: runs },
  )
}

/** A task of Cline is spoiled: what was shown, and what the model was told. */
export function spoilCline(runs: number): void {
  const home = tempHome()
  fc.assert(
    fc.property(mutations, by => {
      put(home, 'tasks/1/api_conversation_history.json', mutated(conversation, by))
      expectSound(clineReader, put(home, 'tasks/1/ui_messages.json', JSON.stringify(messages)))
      expectSound(clineReader, put(home, 'tasks/1/ui_messages.json', mutated(messages, by)))
      expectSound(clineReader, put(home, 'sessions/2/2.messages.json', mutated({ messages: conversation }, by)))
    }),
    { numRuns: runs },
  )
}

/** One message of Goose is spoiled. */
export function spoilGoose(runs: number): void {
  fc.assert(
    fc.property(fc.nat(6), mutations, (place, by) => {
      const messages = g1.messages.map((each, i) =>
        i === place ? { ...each, content: mutated(each.content, by) } : each,
      )
      expectSound(gooseReader, writeGoose(join(tempHome(), 'sessions.db'), { ...g1, messages }))
    }),
    { numRuns: runs },
  )
}

/** A database is damaged anywhere. */
export function damageDatabase(runs: number): void {
  const path = join(tempHome(), 'opencode.db')
  writeOpencode(path, [o1])
  const whole = readFileSync(path)
  fc.assert(
    fc.property(mutations, by => {
      const damaged = by.reduce<Buffer>((bytes, mutate) => mutate(bytes), whole)
      writeFileSync(path, damaged)
      expectSound(opencodeReader, path)
    }),
    { numRuns: runs },
  )
}

const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 })

/** Either it cannot be read, or every line made from it is sound, accounted for and the same the next time. */
export function expectSound(reader: SourceReader, path: string): void {
  let made: { [id: string]: Buffer }
  try {
    made = materialize(reader, path)
  } catch (error) {
    expect(error).toBeInstanceOf(Unreadable)
    return
  }
  for (const bytes of Object.values(made)) {
    const { tally, turns } = scanMaterial(reader, bytes)
    expect(tally).toMatchObject({ bytes: bytes.length, malformed: 0, oversized: 0 })
    for (const turn of turns) expect(turn.endLine).toBeLessThanOrEqual(tally.lines)
  }
  expect(materialize(reader, path)).toEqual(made)
}

const mutated = (value: unknown, by: readonly ((bytes: Buffer) => Buffer)[]) =>
  by.reduce<Buffer>((bytes, mutate) => mutate(bytes), Buffer.from(JSON.stringify(value))).toString()
