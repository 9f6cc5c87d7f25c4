import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type CursorComposer, writeCursor, writeWorkspace } from '../fixtures/transcripts/cursor/builders.ts'
import { k1 } from '../fixtures/transcripts/cursor/fixtures.ts'
import { geminiFixtures } from '../fixtures/transcripts/gemini-cli/fixtures.ts'
import { type OpencodeSession, writeOpencode } from '../fixtures/transcripts/opencode/builders.ts'
import { o1, o2Child } from '../fixtures/transcripts/opencode/fixtures.ts'
import { type AgentHome, age, agentHome, fixture, settledFile } from './home.ts'

/** A machine with transcripts of all five agents, finished a while ago. */
export function fiveHomes() {
  const machine = agentHome()
  const { home, env } = machine
  const places = {
    gemini: join(home, 'gemini', 'tmp'),
    opencode: join(home, 'opencode'),
    cursor: join(home, 'cursor', 'User'),
  }
  env.DAYBOOK_GEMINI_ROOTS = places.gemini
  env.DAYBOOK_OPENCODE_ROOTS = places.opencode
  env.DAYBOOK_CURSOR_ROOTS = places.cursor
  const five = {
    machine,
    places,
    database: join(places.opencode, 'opencode.db'),
    store: join(places.cursor, 'globalStorage', 'state.vscdb'),
    chat: join(places.gemini, 'reader', 'chats', 'session-lines.jsonl'),
    document: join(places.gemini, 'reader', 'chats', 'session-document.json'),
    writeOpencode(...sessions: OpencodeSession[]) {
      writeOpencode(five.database, sessions)
      settle(machine)
    },
    writeCursor(...composers: CursorComposer[]) {
      writeCursor(places.cursor, composers)
      settle(machine)
    },
    writeDocument(text: string) {
      settledFile(five.document, text)
    },
  }
  settledFile(machine.claude('11111111-1111-4111-8111-111111111111'), fixture('c1-basic'))
  settledFile(machine.codex('rollout-a.jsonl'), fixture('x1-minimal.jsonl'))
  settledFile(five.chat, geminiFixtures['g1-rewritten.jsonl'] ?? '')
  five.writeDocument(documentText())
  five.writeOpencode(o1, o2Child)
  writeWorkspace(places.cursor, 'w', 'file:///fake/theme', ['c1'])
  five.writeCursor(k1)
  return five
}

export type FiveHomes = ReturnType<typeof fiveHomes>

/** The document of the fixtures, of a session of its own. */
export function documentText(): string {
  return String(geminiFixtures['g2-document.json']).replace('2b1e4f6a', '2b1e4f6b')
}

/** Makes every file older than what may still be written to. */
function settle({ home }: AgentHome): void {
  for (const folder of ['gemini', 'opencode', 'cursor'].map(name => join(home, name))) {
    if (!existsSync(folder)) continue
    for (const name of readdirSync(folder, { recursive: true }).map(String)) {
      const path = join(folder, name)
      if (statSync(path).isFile() && Date.now() - statSync(path).mtimeMs < 30_000) age(path, 60 - elapsed())
    }
  }
}

/** Every later writing has a later time. */
let writings = 0
function elapsed(): number {
  return (writings++ % 50) / 2
}
