import type { DiaryContext } from '../context.ts'
import { dayAt } from '../dates/zone.ts'
import { excerpt } from '../extract/text.ts'
import { account, type Included } from '../prepare/account.ts'
import type { OpenIndex } from '../prepare/open-index.ts'
import { placeOf } from '../prepare/plan.ts'
import { projectsOf } from '../repositories/repositories.ts'
import type { DiarySettings } from '../settings.ts'
import type { KnownSession } from './known-session.ts'

type Context = Pick<DiaryContext, 'diary' | 'log'>
type Index = Pick<OpenIndex, 'cache' | 'archive'>

/** Every session with its turns by day. What was found is kept until the index changes: each look at Home asks for it. */
export async function knownWork({ diary, log }: Context, { cache, archive }: Index): Promise<readonly KnownSession[]> {
  const version = `${diary.timezone} ${cache.version()}`
  const { reads } = diary
  if (reads.work?.version === version) return reads.work.sessions
  const { included } = await account(cache, archive, diary.root)
  const projects = projectsOf(diary, included.map(placeOf), log)
  const sessions = included.flatMap((each, index) => {
    const turns = turnsByDay(each, diary)
    const project = projects[index]
    if (turns.size === 0 || !project) return []
    const { key, source, sessionId } = each.transcript
    const { project_key, project_label } = project.identity
    const last_at = Math.max(...each.ownership.turns.map(turn => each.transcript.turns[turn]?.at ?? 0))
    return [
      {
        key,
        source,
        session_id: sessionId,
        project_key,
        project_label,
        repository: project.repository,
        last_at,
        turns,
      },
    ]
  })
  reads.work = { version, sessions }
  return sessions
}

function turnsByDay({ transcript, ownership }: Included, { timezone }: DiarySettings): Map<string, number> {
  const days = new Map<string, number>()
  for (const turn of ownership.turns) {
    const at = transcript.turns[turn]?.at
    if (at === undefined) continue
    const day = dayAt(at, timezone)
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  return days
}

/** The turns of all sessions by day. */
export function turnsOfDays(sessions: readonly KnownSession[]): Map<string, { turns: number; sessions: number }> {
  const days = new Map<string, { turns: number; sessions: number }>()
  for (const { turns } of sessions) {
    for (const [day, count] of turns) {
      const known = days.get(day)
      days.set(day, { turns: (known?.turns ?? 0) + count, sessions: (known?.sessions ?? 0) + 1 })
    }
  }
  return days
}

/** The words that began the last turn of a transcript, without secrets; null where there are none. */
export function lastPrompt({ cache }: Pick<Index, 'cache'>, key: string): string | null {
  const text = cache.turns(key).at(-1)?.text ?? ''
  const shown = excerpt(text, longestPrompt, cache.transcript(key)?.root ?? null)
  return shown === '' ? null : shown
}

const longestPrompt = 200
