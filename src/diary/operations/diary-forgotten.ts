import { z } from 'zod'
import { diaryOperation } from '../context.ts'
import { listTombstones } from '../forget/tombstones.ts'

export const diaryForgotten = diaryOperation({
  name: 'diary_forgotten',
  audience: 'people',
  summary: 'The sessions that were forgotten and are kept out; nothing of what was said in them.',
  effect: 'read',
  input: z.strictObject({}),
  accepted: 'ok',
  result: {
    sessions: z.array(
      z.object({
        source: z.string(),
        session_id: z.string(),
        forgotten_at: z.string(),
        reason: z.string().nullable(),
        days: z.array(z.object({ date: z.string(), sessions: z.int(), turns: z.int() })),
        pending: z.boolean().describe('Not everything could be removed yet; the next start goes on'),
      }),
    ),
  },
  async run(_, { diary }) {
    const sessions = listTombstones(diary).map(({ tombstone, pending }) => {
      const { source, session_id, forgotten_at, reason, days } = tombstone
      return { source, session_id, forgotten_at, reason, days, pending }
    })
    return { sessions: sessions.sort((one, other) => (one.forgotten_at < other.forgotten_at ? 1 : -1)) }
  },
})
