import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LineSplitter, parseLine } from '../../../transcripts/lines.ts'
import { readChunks, withFile } from '../../../transcripts/read-chunks.ts'
import { Unreadable } from '../../../transcripts/reader.ts'
import { numberAt, type TranscriptRecord, textAt } from '../../../transcripts/record.ts'
import type { Home } from './homes.ts'

/** Sessions an agent remembers asking for, of which nothing else is left. */
export interface LostSessions {
  source: string
  sessions: number
  prompts: number
  first_at: number | null
  last_at: number | null
}

interface Prompt {
  session: string
  at: number
}

/** How the prompt history beside a home's transcripts names a session; commands to the agent itself are no work. */
const histories: { [source: string]: (record: TranscriptRecord) => Prompt | null } = {
  'claude-code': record =>
    prompt(textAt(record, 'sessionId'), numberAt(record, 'timestamp'), textAt(record, 'display')),
  codex: record => prompt(textAt(record, 'session_id'), (numberAt(record, 'ts') ?? 0) * 1000, textAt(record, 'text')),
}

/** What is lost for good, by the agents' own histories of prompts; `isKnown` knows every session that is not. */
export function lostSessions(homes: readonly Home[], isKnown: (source: string, id: string) => boolean): LostSessions[] {
  return homes.flatMap(({ source, roots }) => {
    const read = histories[source]
    if (!read) return []
    const folders = new Set(roots.filter(({ state }) => state !== 'disabled').map(({ root }) => dirname(root)))
    const prompts = [...folders].flatMap(folder => promptsIn(join(folder, 'history.jsonl'), read))
    const lost = prompts.filter(({ session }) => !isKnown(source, session))
    if (prompts.length === 0) return []
    const times = lost.map(({ at }) => at).sort((a, b) => a - b)
    return [
      {
        source,
        sessions: new Set(lost.map(({ session }) => session)).size,
        prompts: lost.length,
        first_at: times[0] ?? null,
        last_at: times.at(-1) ?? null,
      },
    ]
  })
}

function prompt(session: string | undefined, at: number | undefined, text: string | undefined): Prompt | null {
  const isWork = text !== undefined && text.trim() !== '' && !text.startsWith('/')
  return session && at && isWork ? { session, at } : null
}

function promptsIn(path: string, read: (record: TranscriptRecord) => Prompt | null): Prompt[] {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const prompts: Prompt[] = []
  const splitter = new LineSplitter(({ number, bytes }) => {
    const record = bytes && parseLine(bytes, number === 1)
    const found = record && read(record)
    if (found) prompts.push(found)
  })
  try {
    if (size > 0) withFile(path, file => readChunks(file, 0, size, chunk => splitter.push(chunk)))
    splitter.end()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  return prompts
}
