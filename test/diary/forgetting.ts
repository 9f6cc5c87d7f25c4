import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Archive } from '../../src/diary/archive/archive.ts'
import { SearchIndex } from '../../src/diary/search/search-index.ts'
import { eachTermIn } from '../../src/diary/search/segment.ts'
import { AT, AU, type ClaudeLine, P, session, TR } from '../fixtures/transcripts/claude-code/builders.ts'
import { type AgentHome, settledFile } from './home.ts'
import type { openProgram } from './prepared.ts'

export type Program = Awaited<ReturnType<typeof openProgram>>

export const kept = '22222222-2222-4222-8222-222222222222'
export const secret = '33333333-3333-4333-8333-333333333333'

/** The lines of a session that says a word in every way it can be said: asked, answered, run, written and read. */
export function linesSaying(word: string, id: string, at = '2026-05-12T02'): ClaudeLine[] {
  let minute = 0
  const extra = () => ({
    sessionId: id,
    uuid: `${id}-${minute}`,
    timestamp: `${at}:${String(minute++).padStart(2, '0')}:00.000Z`,
  })
  const as = (line: ClaudeLine): ClaudeLine => {
    const own = extra()
    return n => Object.assign({}, line(n), own)
  }
  return [
    P(`Please write ${word} into src/${word}.ts and run the tests.`),
    AU('t1', 'Write', { file_path: `/fake/ledger/src/${word}.ts`, content: `export const name = '${word}'\n` }),
    TR('t1', `File created: src/${word}.ts`),
    AU('t2', 'Bash', { command: `git commit -am 'Add ${word}'` }),
    TR('t2', `[main 1a2b3c4] Add ${word}\n 1 file changed`),
    AT(`I wrote ${word}. Shall I go on with ${word} as well?`),
    P(`Yes, go on with ${word}.`),
    AT(`Done with ${word}.`),
  ].map(as)
}

export function writeSession(machine: AgentHome, name: string, lines: readonly ClaudeLine[]): string {
  const path = machine.claude(name)
  settledFile(path, session(...lines))
  return path
}

/** Every file of Daybook's own that holds a word in its bytes; the agents' folders are not Daybook's. */
export function filesHolding(home: string, word: string): string[] {
  const needles = [Buffer.from(word), Buffer.from(word, 'utf16le'), Buffer.from(word.toLowerCase())]
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => !['claude', 'codex', 'backups'].includes(file.slice(home.length + 1).split('/')[0] ?? ''))
    .filter(file => {
      const bytes = bytesOf(file)
      return needles.some(needle => bytes.includes(needle))
    })
}

/** A running server removes files while they are listed: the last connection to a database takes its `-shm` with it. */
function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** What is packed in the databases: transcripts of the archive and terms of the search index that hold a word. */
export function packedHolding(home: string, word: string): string[] {
  const found: string[] = []
  const archive = new Archive(join(home, 'archive'))
  for (const key of archive.known().keys()) {
    if (Buffer.concat([...archive.chunks(key)]).includes(word)) found.push(key)
  }
  const { transcripts, stored_bytes } = archive.size()
  if (transcripts === 0 && stored_bytes > 0) found.push('pieces of no transcript')
  archive.close()
  const search = new SearchIndex(join(home, 'diary', 'cache'))
  for (const { id } of search.segments()) {
    for (const data of search.blocksWithPrefix(id, '')) {
      eachTermIn(data, term => {
        if (term.includes(word.toLowerCase())) found.push(`term ${term}`)
      })
    }
  }
  search.close()
  return found
}
