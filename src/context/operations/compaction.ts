import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { text } from '../../kernel/text.ts'
import { readTranscript } from '../compaction/read-transcript.ts'
import { keepSession, keptOf } from '../compaction/store.ts'
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
  async run({ session, transcript, folder }, { home, clock }) {
    const { messages, unread } = read(transcript)
    const words = wordsToKeep(messages)
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
