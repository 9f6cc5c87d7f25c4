import { z } from 'zod'
import { ErrorHistory, errorHistoryText } from '../../query/error-history.ts'
import { longestQuery, parseQuery, QueryProblem, type SearchQuery } from '../../query/query.ts'
import { labelOf } from '../../transcripts/agents.ts'
import { type DiaryContext, diaryOperation } from '../context.ts'
import { formatInZone } from '../dates/zone.ts'
import { reject } from '../rejection.ts'
import { historyProject, type SessionHits } from '../search/history.ts'
import { type SessionsAnswer, searchSessions } from '../search/search-sessions.ts'

const HistoryHit = z.object({
  lines: z.string(),
  span_sha256: z.string(),
  role: z.enum(['user', 'agent', 'tool']),
  tool: z.string().nullable(),
  is_error: z.boolean(),
  at: z.string(),
  excerpt: z.string(),
  matches: z.array(z.tuple([z.int(), z.int()])).describe('UTF-16 [start, end) of what was found in the excerpt'),
  error_history: ErrorHistory.optional().describe('With is:error, where something is known'),
})

const HistorySession = z.object({
  project_key: z.string(),
  session_ref: z.string(),
  source: z.string(),
  source_session_id: z.string(),
  project: z.string(),
  title: z.string(),
  is_subagent: z.boolean(),
  first_at: z.string().nullable(),
  last_at: z.string().nullable(),
  passages: z.int().describe('Passages that may answer; the hits are the best that do'),
  hits: z.array(HistoryHit),
})
type HistorySession = z.output<typeof HistorySession>

export const searchHistory = diaryOperation({
  name: 'search_history',
  summary: 'Find what was said and done in past sessions; read_session_lines opens the lines that hits cite.',
  effect: 'read',
  input: z.strictObject({
    query: z
      .string()
      .max(longestQuery)
      .describe('Words, "phrases", -not, OR, word*, agent: project: branch: file: tool: role: is:error before: after:')
      .meta({ examples: ['rounding file:src/money.ts'] }),
    page: z.string().optional().describe('next_page of the last answer'),
  }),
  result: {
    sessions: z.array(HistorySession),
    matched: z.enum(['all', 'any']).describe('"any" when no passage holds everything that was asked for'),
    candidates: z.int().describe('Sessions that may answer, before they are read'),
    next_page: z.string().nullable(),
    behind: z.int().describe('Sessions that changed or are new since the last indexing, as far as the index knows'),
  },
  async run({ query, page }, ctx) {
    const from = page === undefined ? 0 : pageStart(page)
    const asked = readQuery(query)
    const found = await searchSessions(ctx, asked, { from, sessions: mostSessions, hitsPerSession, room })
    return answerOf(found, from, ctx)
  },
  chatText: ({ sessions, matched, next_page, behind }) =>
    [
      ...(sessions.length === 0 ? ['Nothing found.'] : []),
      ...(matched === 'any' && sessions.length > 0 ? ['No passage holds every word; these hold some.'] : []),
      ...sessions.map(textOf),
      ...(sessions.length > 0 ? [`Read around a hit: read_session_lines with project_key "${historyProject}".`] : []),
      ...(next_page === null ? [] : [`More: page "${next_page}".`]),
      ...(behind > 0 ? [`Behind by ${behind} sessions; daybook diary index reads them.`] : []),
    ].join('\n'),
})

const mostSessions = 10
const hitsPerSession = 3
const tokenBudget = 2000
/** About what a token is in English and code. */
const charactersPerToken = 4

/** Characters of the answer besides its sessions. */
const aroundSessions = 300
const room = tokenBudget * charactersPerToken - aroundSessions

/** With as many of its hits as there is room for, and always one. */
function fitting(session: HistorySession, room: number): HistorySession {
  const isTooLong = session.hits.length > 1 && JSON.stringify(session).length > room
  return isTooLong ? fitting({ ...session, hits: session.hits.slice(0, -1) }, room) : session
}

function readQuery(query: string): SearchQuery {
  try {
    return parseQuery(query)
  } catch (error) {
    if (error instanceof QueryProblem) return reject('query', error.message, error.hint)
    throw error
  }
}

function pageStart(page: string): number {
  const from = Number(page)
  if (!Number.isSafeInteger(from) || from < 0)
    reject('page', 'page is none that was given', 'leave it out to start over')
  return from
}

/** As many sessions as the budget holds, and always one. Clients give a model the text or the JSON, which is longer. */
function answerOf({ sessions, matched, candidates, next, behind }: SessionsAnswer, from: number, ctx: DiaryContext) {
  const shown: HistorySession[] = []
  const hasHistories = sessions.some(({ hits }) => hits.some(({ history }) => history))
  // Half of it is left to what is known of errors, where anything is.
  const kept = hasHistories ? room / 2 : 0
  let left = room - kept
  for (const each of sessions) {
    const whole = sessionOf(each, ctx.diary.timezone)
    const session = shown.length === 0 ? fitting(whole, left) : whole
    left -= JSON.stringify(session).length + 1
    if (left < 0 && shown.length > 0) break
    shown.push(session)
  }
  const isCut = shown.length < sessions.length
  const cutAt = sessions[shown.length]?.rank ?? from
  return {
    sessions: withHistories(shown, sessions, Math.max(0, left) + kept),
    matched,
    candidates,
    next_page: isCut ? String(cutAt) : next === null ? null : String(next),
    behind,
  }
}

/** Adds what is known of errors, to as many as there is room for. */
function withHistories(shown: readonly HistorySession[], found: SessionsAnswer['sessions'], room: number) {
  let left = room
  return shown.map((session, place) => ({
    ...session,
    hits: session.hits.map((hit, nth) => {
      const history = found[place]?.hits[nth]?.history
      const size = history ? JSON.stringify(history).length + aroundHistory : 0
      if (!history || size > left) return hit
      left -= size
      return { ...hit, error_history: history }
    }),
  }))
}

/** Characters of its name. */
const aroundHistory = 20

function sessionOf(
  { session_ref, transcript, project, title, firstAt, lastAt, hits, passages }: SessionHits,
  zone: string,
): HistorySession {
  const time = (at: number | null) => (at === null ? null : formatInZone(at, zone))
  return {
    project_key: historyProject,
    session_ref,
    source: transcript.source,
    source_session_id: transcript.sessionId,
    project,
    title,
    is_subagent: transcript.isSubagent,
    first_at: time(firstAt),
    last_at: time(lastAt),
    passages,
    hits: hits.map(({ line, isError, at, passage, history, ...hit }) => ({
      lines: `${line}-${line}`,
      ...hit,
      is_error: isError,
      at: formatInZone(at, zone),
    })),
  }
}

/** Ids first, so that the next call can use them. */
function textOf({ session_ref, source, project, title, last_at, hits }: HistorySession): string {
  const head = [session_ref, labelOf(source), project, last_at?.slice(0, 10), title].filter(Boolean).join(' · ')
  return [
    head,
    ...hits.flatMap(({ lines, role, tool, is_error, excerpt, error_history }) => [
      `  ${lines} ${is_error ? 'error' : (tool ?? role)}: ${excerpt}`,
      ...(error_history ? errorHistoryText(error_history).map(line => `    ${line}`) : []),
    ]),
  ].join('\n')
}
