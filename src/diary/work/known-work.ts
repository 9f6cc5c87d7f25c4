import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { formatCount } from '../../kernel/numbers.ts'
import { labelOf } from '../../transcripts/agents.ts'
import type { DiaryContext } from '../context.ts'
import { dayStart } from '../dates/window.ts'
import { dayAt } from '../dates/zone.ts'
import { excerpt, list } from '../extract/text.ts'
import { decideTurns, type Included } from '../prepare/decide-turns.ts'
import { changedAt } from '../prepare/index/file-state.ts'
import { type OpenIndex, withKnownIndex } from '../prepare/open-index.ts'
import { placeOf } from '../prepare/plan.ts'
import type { OnProgress } from '../prepare/progress.ts'
import { lookAtHomes } from '../prepare/sources.ts'
import { workspaceDays } from '../report/stored-reports.ts'
import { shortDate } from '../report/text/names.ts'
import { projectsOf } from '../repositories/repositories.ts'
import { type DiarySettings, workspaceFolder } from '../settings.ts'
import type { KnownSession } from './known-session.ts'

type Context = Pick<DiaryContext, 'diary' | 'log'>
type Index = Pick<OpenIndex, 'cache' | 'archive'>

/** Every session with its turns by day. What was found is kept until the index changes: each look at Home asks for it. */
export async function knownWork({ diary, log }: Context, { cache, archive }: Index): Promise<readonly KnownSession[]> {
  const version = `${diary.timezone} ${cache.version()}`
  const { reads } = diary
  if (reads.work?.version === version) return reads.work.sessions
  const { included } = await decideTurns(cache, archive, diary.root)
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

/**
 * The newest day with a turn. A file has no turn later than its last change, so files are read from the newest change
 * backwards, a day at a time, until no unread file could hold a later turn.
 */
export async function newestDay(
  ctx: Pick<DiaryContext, 'diary' | 'log'>,
  index: OpenIndex,
  changes: readonly number[],
  progress: OnProgress,
): Promise<string | undefined> {
  const { timezone } = ctx.diary
  const days = [...new Set(changes.map(at => dayAt(at, timezone)))].sort().reverse()
  let newest = 0
  for (const day of days) {
    if (newest >= dayStart(day, timezone)) break
    await index.updateSince(dayStart(day, timezone), progress)
    newest = (await knownWork(ctx, index)).reduce((last, { last_at }) => Math.max(last, last_at), newest)
    if (newest >= dayStart(day, timezone)) break
  }
  return newest === 0 ? undefined : dayAt(newest, timezone)
}

export const WorkedDay = z.object({
  date: z.string(),
  turns: z.int().nullable().describe('As the index of transcripts counts them; null where it no longer knows the day'),
  sessions: z.int().nullable(),
  has_report: z.boolean(),
})
export type WorkedDay = z.output<typeof WorkedDay>

/** Every day with turns or with a report, newest first. */
export async function workedDays(ctx: Pick<DiaryContext, 'diary' | 'log'>): Promise<WorkedDay[]> {
  const { diary } = ctx
  const turns = await withKnownIndex(ctx, async index => turnsOfDays(await knownWork(ctx, index)))
  const reported = (await workspaceDays(diary)).filter(day =>
    existsSync(join(workspaceFolder(diary.root, day), 'daily-report.json')),
  )
  const stored = new Set(reported)
  return [...new Set([...turns.keys(), ...reported])]
    .sort()
    .reverse()
    .map(date => {
      const { turns: count = null, sessions = null } = turns.get(date) ?? {}
      return { date, turns: count, sessions, has_report: stored.has(date) }
    })
}

/** The transcripts on this machine in a few words, without opening one; null where there are none. */
export async function foundTranscripts({ environment, timezone }: DiarySettings): Promise<string | null> {
  const homes = (await lookAtHomes(environment)).filter(({ files }) => files.length > 0)
  if (homes.length === 0) return null
  const days = homes.flatMap(({ files }) => files.map(({ stamp }) => dayAt(changedAt(stamp), timezone))).sort()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const when = first === last ? shortDate(last) : `${shortDate(first)} to ${shortDate(last)}`
  const agents = homes
    .sort((a, b) => b.files.length - a.files.length)
    .map(({ source, files }) => formatCount(files.length, `${labelOf(source)} transcript`))
  return `${list(agents, 3)}, written ${when}`
}
