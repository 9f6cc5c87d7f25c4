import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SID } from '../fixtures/transcripts/claude-code/builders.ts'
import { fixture } from './home.ts'

/** A session of Claude Code on one day with two turns, as its file looks after that day. */
export function writeOwnDay(path: string, day: string, more = ''): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, sessionOn(day) + more)
  const changed = Date.parse(`${day}T20:00:00Z`) / 1000
  utimesSync(path, changed, changed)
}

/** The fixture as if it had happened on another day, in a session of its own. */
function sessionOn(day: string): string {
  const own = createHash('sha256').update(day).digest('hex')
  return fixture('c1-basic')
    .toString()
    .replaceAll('2026-05-12', day)
    .replaceAll(SID, `${own.slice(0, 8)}-0000-4000-8000-${own.slice(8, 20)}`)
    .replaceAll(/"u(\d+)"/g, `"u${own.slice(20, 28)}-$1"`)
}

/** One more turn at the end of a session, with an answer. */
export function appendTurn(path: string, at: string, prompt: string, answer = 'It is done.'): void {
  const shared = { sessionId: SID, cwd: '/fake/ledger', version: '2.0.0', isSidechain: false, userType: 'external' }
  const id = createHash('sha256').update(prompt).digest('hex')
  const uuid = (n: number) => `${id.slice(n, n + 8)}-0000-4000-8000-${id.slice(20, 32)}`
  const user = {
    ...shared,
    type: 'user',
    uuid: uuid(0),
    parentUuid: null,
    timestamp: at,
    message: { role: 'user', content: prompt },
  }
  const message = {
    id: `msg_${id.slice(0, 12)}`,
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    stop_reason: 'end_turn',
    content: [{ type: 'text', text: answer }],
  }
  const reply = { ...shared, type: 'assistant', uuid: uuid(1), parentUuid: uuid(0), timestamp: at, message }
  appendFileSync(path, `${JSON.stringify(user)}\n${JSON.stringify(reply)}\n`)
}
