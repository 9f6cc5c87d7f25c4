import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LineSplitter, parseLine } from '../../../transcripts/lines.ts'
import { readChunks, withFile } from '../../../transcripts/read-chunks.ts'
import { type Prompt, Unreadable } from '../../../transcripts/reader.ts'
import type { TranscriptRecord } from '../../../transcripts/record.ts'
import type { Home } from './homes.ts'

/** Sessions an agent remembers asking for, of which nothing else is left. */
export interface LostSessions {
  source: string
  sessions: number
  prompts: number
  first_at: number | null
  last_at: number | null
}

/** What is lost for good, by the agents' own histories of prompts; `isKnown` knows every session that is not. */
export function lostSessions(homes: readonly Home[], isKnown: (source: string, id: string) => boolean): LostSessions[] {
  return homes.flatMap(({ reader, source, roots }) => {
    const { prompt } = reader
    if (!prompt) return []
    const folders = new Set(roots.filter(({ state }) => state !== 'disabled').map(({ root }) => dirname(root)))
    const prompts = [...folders].flatMap(folder => promptsIn(join(folder, 'history.jsonl'), prompt))
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
