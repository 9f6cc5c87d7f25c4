import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { longLines } from './long-session.ts'

const day = 86_400

/** Adds Claude Code sessions: of today, of 26 days ago, and a deleted one whose prompt is still known. */
export function addClaudeTranscripts(home: string): { [name: string]: string } {
  transcript(home, 'fresh', 60)
  transcript(home, 'old', 26 * day)
  const prompt = { display: 'Plant trees.', sessionId: 'gone', timestamp: Date.now() - 60 * day * 1000 }
  writeFileSync(join(home, '.claude', 'history.jsonl'), `${JSON.stringify(prompt)}\n`)
  return { HOME: home, DAYBOOK_CODEX_ROOTS: '', DAYBOOK_TIMEZONE: 'UTC' }
}

function transcript(home: string, name: string, secondsAgo: number): void {
  const path = join(home, '.claude', 'projects', '-fake-orchard', `${name}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${longLines(40, name).join('\n')}\n`)
  const at = Date.now() / 1000 - secondsAgo
  utimesSync(path, at, at)
}
