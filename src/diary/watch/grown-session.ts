import type { DiaryContext } from '../context.ts'
import { dayAt, formatUtc } from '../dates/zone.ts'
import type { OpenIndex } from '../prepare/open-index.ts'
import { knownWork, lastPrompt, turnsOfDays } from '../work/known-work.ts'

type Context = Pick<DiaryContext, 'diary' | 'log' | 'notices'>

/** What a notice says of a session that grew. */
export interface GrownSession {
  source: string
  session_id: string
  project_key: string
  project_label: string
  /** The day of its last turn. */
  date: string
  last_at: string
  /** Turns that began since the file was last read. */
  new_turns: number
  /** Turns of all sessions on that day. */
  day_turns: number
  /** The words that began its last turn, without secrets. */
  prompt: string | null
}

/** One for each session that grew; its words are those of its last turn. */
export async function sendNotices(ctx: Context, index: OpenIndex, before: ReadonlyMap<string, number>): Promise<void> {
  const sessions = await knownWork(ctx, index)
  const days = turnsOfDays(sessions)
  for (const { key, source, session_id, project_key, project_label, last_at } of sessions) {
    if (!before.has(key)) continue
    const turns = index.cache.transcript(key)?.turns.length ?? 0
    const date = dayAt(last_at, ctx.diary.timezone)
    ctx.notices.send({
      type: 'transcript_grew',
      data: {
        source,
        session_id,
        project_key,
        project_label,
        date,
        last_at: formatUtc(last_at),
        new_turns: Math.max(0, turns - (before.get(key) ?? 0)),
        day_turns: days.get(date)?.turns ?? 0,
        prompt: lastPrompt(index, key),
      } satisfies GrownSession,
    })
  }
}
