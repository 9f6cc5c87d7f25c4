import type { SearchQuery } from '../../query/query.ts'
import type { DiaryContext } from '../context.ts'
import { loadForgotten } from '../forget/tombstones.ts'
import { countBehind, countUnseen } from '../prepare/index/catch-up.ts'
import { withKnownIndex } from '../prepare/open-index.ts'
import { hasSample, sampleSettings } from '../settings.ts'
import { withErrorHistories } from './error-history.ts'
import type { Page } from './find.ts'
import { findInHistory, type HistoryAnswer, tableOf } from './history.ts'

type Context = Pick<DiaryContext, 'diary' | 'log' | 'clock'>

export interface SessionsAnswer extends Omit<HistoryAnswer, 'changed'> {
  /** Sessions that are new or changed since they were indexed. */
  behind: number
}

/** Sessions of the person that answer a query, then those of the sample; as many as the page takes. */
export async function searchSessions(ctx: Context, query: SearchQuery, page: Page): Promise<SessionsAnswer> {
  const own = await searchIndexed(ctx, query, page)
  if (!hasSample(ctx.diary)) return own
  const apart = { ...ctx, diary: sampleSettings(ctx.diary) }
  const inSample = await searchIndexed(apart, query, { ...page, from: 0, sessions: 0 })
  // Where one has all that was asked for and the other only some of it, the other is left out.
  const isBetter = own.matched === 'all' && inSample.matched === 'any'
  if (inSample.candidates === 0 || (own.candidates > 0 && isBetter)) return own
  if (own.candidates === 0 || own.matched !== inSample.matched) {
    return { ...(await searchIndexed(apart, query, page)), behind: own.behind }
  }
  const rest = {
    ...page,
    from: Math.max(0, page.from - own.candidates),
    sessions: own.next === null ? page.sessions - own.sessions.length : 0,
  }
  const sample = await searchIndexed(apart, query, rest)
  const further = sample.sessions.map(session => ({ ...session, rank: own.candidates + session.rank }))
  return {
    sessions: [...own.sessions, ...further],
    matched: own.matched,
    candidates: own.candidates + sample.candidates,
    next: own.next ?? (sample.next === null ? null : own.candidates + sample.next),
    behind: own.behind,
  }
}

function searchIndexed(ctx: Context, query: SearchQuery, page: Page): Promise<SessionsAnswer> {
  const { diary, clock } = ctx
  return withKnownIndex(ctx, async ({ cache, archive, search }) => {
    const table = tableOf(diary.reads, search)
    const when = { now: clock(), zone: diary.timezone }
    const open = { cache, archive, search }
    const { changed, ...found } = await findInHistory(open, table, query, page, when)
    const asksErrors = query.filters.some(({ key, isNot }) => key === 'is' && !isNot)
    const sessions = asksErrors ? await withErrorHistories(open, table, found.sessions, diary.timezone) : found.sessions
    const unseen = await countUnseen(cache, search, diary.environment, loadForgotten(diary))
    // What was found and has changed since may be among what this version did not read yet.
    return { ...found, sessions, behind: countBehind(cache, search, diary) + Math.max(unseen, changed) }
  })
}
