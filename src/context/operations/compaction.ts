import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { loadForgotten } from '../../diary/forget/tombstones.ts'
import { keptWordsFolder } from '../../diary/settings.ts'
import { noteFile } from '../../files/replace.ts'
import { sha256 } from '../../files/sha256.ts'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { lazy } from '../../kernel/lazy.ts'
import { text } from '../../kernel/text.ts'
import { readTranscript } from '../compaction/read-transcript.ts'
import { saysWords, wordKinds, wordsToKeep } from '../compaction/words-to-keep.ts'
import { contextOperation } from '../context.ts'

const ChatSession = text({ max: 200, oneLine: true }).describe('The chat client’s own id of the session')
const Folder = text({ max: 4096, oneLine: true }).describe('The folder the chat works in')

export const contextKeep = contextOperation({
  name: 'context_keep',
  summary: 'Keep the person’s constraints, commands, paths and open questions before a chat client compacts a session.',
  audience: 'people',
  effect: 'change',
  repeatable: true,
  access: 'owner',
  input: z.strictObject({
    session: ChatSession,
    transcript: text({ max: 4096, oneLine: true })
      .describe('The file the client writes the chat to')
      .meta({ examples: ['/home/me/.claude/projects/app/session.jsonl'] }),
    folder: Folder,
  }),
  output: z.object({ session: z.string(), kept: z.int(), unread_bytes: z.int() }),
  async run({ session, transcript, folder }, { home, clock, diary }) {
    // A session that was forgotten may go on; nothing of it is kept again.
    if (loadForgotten(diary).isOfChat(session, transcript)) return { session, kept: 0, unread_bytes: 0 }
    const { messages, unread } = read(transcript)
    // Its rules take longer to load than everything else that a start needs.
    const { redactSecrets } = await import('../../evidence/secrets.ts')
    const words = wordsToKeep(messages, redactSecrets)
    await keepSession(home, { session, folder, transcript, kept_at: formatInstant(clock()), unread, words })
    return { session, kept: words.length, unread_bytes: unread }
  },
})

export const contextDropped = contextOperation({
  name: 'context_dropped',
  summary: 'What was kept before a compaction and is not in the summary that it left.',
  audience: 'people',
  effect: 'read',
  access: 'owner',
  input: z.strictObject({ session: ChatSession.optional(), folder: Folder.optional() }),
  output: z.object({
    session: z.string().nullable().describe('null: no compaction was seen'),
    kept_at: z.string().nullable(),
    summary: z.enum(['found', 'none']).describe('Whether the transcript has a summary of a compaction'),
    unread_bytes: z.int(),
    words: z.array(
      z.object({
        kind: z.enum(wordKinds),
        text: z.string(),
        line: z.int().describe('Of the transcript; 0 where it was not counted'),
        dropped: z.boolean().describe('Missing from the summary, or there is no summary to compare with'),
      }),
    ),
  }),
  async run({ session, folder }, { home }) {
    const kept = keptOf(home, { ...(session !== undefined && { session }), ...(folder !== undefined && { folder }) })
    if (!kept) return { session: null, kept_at: null, summary: 'none' as const, unread_bytes: 0, words: [] }
    const summary = summaryOf(kept.transcript)
    const isSaid = saysWords(summary ?? '')
    return {
      session: kept.session,
      kept_at: kept.kept_at,
      summary: summary === null ? ('none' as const) : ('found' as const),
      unread_bytes: kept.unread,
      words: kept.words.map(each => ({ ...each, dropped: summary === null || !isSaid(each.text) })),
    }
  },
})

function read(transcript: string) {
  try {
    return readTranscript(transcript)
  } catch (cause) {
    throw new Fault('INVALID_INPUT', 'The transcript cannot be read.', {
      details: { fields: [{ path: 'transcript', rule: 'a file that can be read' }] },
      cause,
    })
  }
}

/** The transcript may be gone by now. */
function summaryOf(transcript: string): string | null {
  try {
    return readTranscript(transcript).summary
  } catch {
    return null
  }
}

/** What was kept of a session before its last compaction. */
const keptSession = lazy(() =>
  z.object({
    session: z.string(),
    folder: z.string(),
    transcript: z.string(),
    kept_at: z.string(),
    unread: z.int(),
    words: z.array(z.object({ kind: z.enum(wordKinds), text: z.string(), line: z.int() })),
  }),
)
type KeptSession = z.output<ReturnType<typeof keptSession>>

const maxFiles = 200

async function keepSession(home: string, kept: KeptSession): Promise<void> {
  const folder = keptWordsFolder(home)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await noteFile(join(folder, fileOf(kept.session)), JSON.stringify(kept))
  for (const name of newestFirst(folder).slice(maxFiles)) rmSync(join(folder, name), { force: true })
}

/** The words kept of a session; without one, the newest of a folder or of all. */
function keptOf(home: string, { session, folder }: { session?: string; folder?: string }): KeptSession | null {
  const place = keptWordsFolder(home)
  if (session !== undefined) return readKept(join(place, fileOf(session)))
  for (const name of newestFirst(place)) {
    const kept = readKept(join(place, name))
    if (kept && (folder === undefined || kept.folder === folder)) return kept
  }
  return null
}

/** A session's id is a client's word, so it is not made a file name. */
function fileOf(session: string): string {
  return `${sha256(session).slice(0, 32)}.json`
}

function newestFirst(folder: string): string[] {
  try {
    const files = readdirSync(folder).filter(name => name.endsWith('.json'))
    const changed = new Map(files.map(name => [name, statSync(join(folder, name)).mtimeMs]))
    return files.sort((a, b) => (changed.get(b) ?? 0) - (changed.get(a) ?? 0))
  } catch {
    return []
  }
}

function readKept(file: string): KeptSession | null {
  try {
    return keptSession().parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
