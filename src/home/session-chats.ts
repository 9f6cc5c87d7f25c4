import { z } from 'zod'
import { formatInZone } from '../diary/dates/zone.ts'
import { historyProject } from '../diary/search/history.ts'
import { searchSessions } from '../diary/search/search-sessions.ts'
import { parseQuery } from '../query/query.ts'
import { labelOf } from '../transcripts/agents.ts'
import type { HomeContext } from './context.ts'

export const SessionChat = z.object({
  session_id: z.string(),
  agent: z.string(),
  title: z.string(),
  at: z.string().nullable(),
  address: z.string().describe('Where it is on the page'),
})

/** The chats behind sessions of records; a session whose chat the diary does not have is left out. */
export async function chatsBehind(
  ctx: HomeContext,
  session_ids: readonly string[],
): Promise<z.output<typeof SessionChat>[]> {
  const chats = []
  for (const session_id of session_ids.filter(id => sessionIdShape.test(id))) {
    const page = { from: 0, sessions: 1, hitsPerSession: 1 }
    const { sessions, matched } = await searchSessions(ctx, parseQuery(`"${session_id}"`), page)
    const [found] = sessions
    if (!found || matched !== 'all') continue
    const at = found.lastAt ?? found.firstAt
    const when = at === null ? null : formatInZone(at, ctx.diary.timezone)
    chats.push({
      session_id,
      agent: labelOf(found.transcript.source),
      title: found.title,
      at: when,
      address: `/diary/${when?.slice(0, 10) ?? 'undated'}/${historyProject}/${found.session_ref}#L${found.hits[0]?.line ?? 1}`,
    })
  }
  return chats
}

const sessionIdShape = /^ses_[A-Za-z0-9]{22}$/
