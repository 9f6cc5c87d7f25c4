import { z } from 'zod'
import { historyProject } from '../../diary/search/history.ts'
import { withFoundSession } from '../../diary/search/open-session.ts'
import { readWorkspace } from '../../diary/workspace/open.ts'
import { loadProject, rowOf } from '../../diary/workspace/project.ts'
import { type OpenTranscript, withTranscript } from '../../diary/workspace/transcript.ts'
import { localIdentity } from '../../projects/roles.ts'
import { visibleProjects } from '../../projects/store.ts'
import { SessionId } from '../../records/schema.ts'
import { loadSession } from '../../records/store/sessions.ts'
import { homeOperation } from '../context.ts'
import { chatsBehind, SessionChat } from '../session-chats.ts'

// A chat that works with records gets the id of its records session as a tool's answer, so the id is in its transcript.

const mostAsked = 30

export const homeSessionChats = homeOperation({
  name: 'home_session_chats',
  summary: 'The chats in the diary behind sessions of records: the transcripts in which their ids are.',
  effect: 'read',
  input: z.strictObject({
    session_ids: z
      .array(SessionId)
      .min(1)
      .max(mostAsked)
      .describe('Ids of sessions of records')
      .meta({ examples: [['ses_0123456789abcdefghijkl']] }),
  }),
  output: z.object({ chats: z.array(SessionChat) }),
  async run({ session_ids }, ctx) {
    return { chats: await chatsBehind(ctx, session_ids) }
  },
})

export const homeChatSessions = homeOperation({
  name: 'home_chat_sessions',
  summary: 'The sessions of records that a chat of the diary worked with.',
  effect: 'read',
  input: z.strictObject({
    date: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d$/)
      .describe('The day its transcript is shown under'),
    project_key: z.string().max(80).describe('As the diary names the project'),
    session_ref: z.string().max(80).describe('As the diary names the session'),
  }),
  output: z.object({
    sessions: z.array(z.object({ id: z.string(), project_id: z.string(), created: z.string(), is_open: z.boolean() })),
  }),
  async run({ date, project_key, session_ref }, ctx) {
    const ids =
      project_key === historyProject
        ? await withFoundSession(ctx, session_ref, idsIn)
        : await readWorkspace(ctx, date, async workspace => {
            const project = await loadProject(workspace, project_key)
            return withTranscript(ctx.diary, project, rowOf(project, session_ref), idsIn)
          })
    return ctx.db.read(async tx => {
      const rows = await Promise.all(ids.map(id => loadSession(tx, id)))
      // A project in the trash shows nowhere.
      const projects = new Set((await visibleProjects(tx, localIdentity)).map(({ id }) => id))
      return {
        sessions: rows.flatMap(row =>
          row && projects.has(row.project_id)
            ? [{ id: row.id, project_id: row.project_id, created: row.created, is_open: row.closed_ts === null }]
            : [],
        ),
      }
    })
  },
})

/** The ids of sessions that a transcript holds, as many as one asks for at once. */
async function idsIn(transcript: OpenTranscript): Promise<string[]> {
  const found = new Set<string>()
  await transcript.each(1, transcript.last, ({ bytes }) => {
    if (found.size >= mostAsked || bytes === null || bytes.indexOf('ses_') < 0) return
    for (const [id] of bytes.toString('latin1').matchAll(/ses_[A-Za-z0-9]{22}(?![A-Za-z0-9])/g)) {
      if (found.size < mostAsked) found.add(id)
    }
  })
  return [...found]
}
