import { z } from 'zod'
import { Build } from '../../diary/build/build.ts'
import { lastBuild } from '../../diary/build/journal.ts'
import { addDays } from '../../diary/dates/calendar.ts'
import { dayAt, formatUtc } from '../../diary/dates/zone.ts'
import { withIndex } from '../../diary/prepare/open-index.ts'
import { knownWork, lastPrompt, turnsOfDays } from '../../diary/work/known-work.ts'
import { WorkedDay, workedDays } from '../../diary/work/worked-days.ts'
import { labelOf } from '../../transcripts/agents.ts'
import { homeOperation } from '../context.ts'
import { homeState } from '../home-state.ts'
import { collectInbox } from '../inbox/collect.ts'
import { InboxItem } from '../inbox/item.ts'
import { LastDay, lastDay } from '../last-day.ts'
import { HomeProject, homeProjects } from '../projects.ts'
import { findSample, sampleWork } from '../sample.ts'

const daysShown = 14
const itemsShown = 5
const sessionsShown = 8

const TodaySession = z.object({
  source: z.string(),
  agent: z.string(),
  session_id: z.string(),
  project_label: z.string(),
  turns: z.int(),
  prompt: z.string().nullable().describe('The words that began the last turn, without secrets'),
  last_at: z.string(),
})

export const home = homeOperation({
  name: 'home',
  summary: 'What a person sees first: the last day with work, today so far, what needs an answer, projects, setup.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({
    today: z.string(),
    timezone: z.string(),
    last_day: LastDay.nullable(),
    sessions_today: z.array(TodaySession),
    inbox: z.object({ total: z.int(), items: z.array(InboxItem) }),
    projects: z.array(HomeProject),
    days: z
      .array(WorkedDay)
      .describe('Two weeks, oldest first: up to today, or to the newest day with work if that is longer ago'),
    newest_worked: z.string().nullable().describe('The newest day with turns, read or not'),
    unread_days: z.int().describe('All days with turns and without a report'),
    agents: z.array(z.object({ agent: z.string(), sessions: z.int() })).describe('Whose sessions were found'),
    setup: z.array(z.object({ step: z.enum(['transcripts', 'day', 'client']), done: z.boolean() })),
    build: Build.nullable().describe('Days that are being built now'),
    sample: z.object({ project: z.string().nullable(), days: z.array(z.string()) }).nullable(),
  }),
  async run(_, ctx) {
    const { diary } = ctx
    const today = dayAt(ctx.clock(), diary.timezone)
    const worked = await workedDays(ctx)
    const byDay = new Map(worked.map(each => [each.date, each]))
    const { sessions, sessions_today } = await withIndex(ctx, async index => {
      const sessions = await knownWork(ctx, index)
      const todays = sessions.filter(({ turns }) => turns.has(today)).sort((a, b) => b.last_at - a.last_at)
      const sessions_today = todays
        .slice(0, sessionsShown)
        .map(({ key, source, session_id, project_label, ...each }) => ({
          source,
          agent: labelOf(source),
          session_id,
          project_label,
          turns: each.turns.get(today) ?? 0,
          prompt: lastPrompt(index, key),
          last_at: formatUtc(each.last_at),
        }))
      return { sessions, sessions_today }
    })
    const inbox = await collectInbox(ctx)
    const build = await lastBuild(diary)
    const { clients } = await homeState(ctx.home).read()
    const sample = await findSample(ctx)
    const invented = await sampleWork(ctx)
    for (const [date, counts] of turnsOfDays(invented)) {
      const day = byDay.get(date)
      // A person's own work of that day is counted already.
      if (day?.turns === null) byDay.set(date, { ...day, ...counts })
    }
    const withTurns = [...byDay.values()].filter(({ turns }) => turns !== null)
    const shown = stripDays(today, (withTurns[0] ?? worked[0])?.date)
    const last_day = await lastDay(diary, sample?.days ?? [])
    const own = worked.filter(({ date }) => !sample?.days.includes(date))
    return {
      today,
      timezone: diary.timezone,
      last_day,
      sessions_today,
      inbox: { total: inbox.length, items: inbox.slice(0, itemsShown) },
      projects: await homeProjects(ctx, [...sessions, ...invented], shown),
      days: shown.map(date => byDay.get(date) ?? { date, turns: 0, sessions: 0, has_report: false }),
      newest_worked: (own.find(({ turns }) => turns !== null) ?? own[0])?.date ?? null,
      unread_days: worked.filter(({ turns, has_report }) => turns !== null && !has_report).length,
      agents: agentsOf(sessions.map(({ source }) => source)),
      setup: [
        { step: 'transcripts' as const, done: sessions.length > 0 },
        { step: 'day' as const, done: last_day !== null && !last_day.is_sample },
        { step: 'client' as const, done: Object.keys(clients).length > 0 },
      ],
      build: build && build.state === 'running' && !build.cut_off ? build : null,
      sample,
    }
  },
})

/** Two weeks that end today, or on the newest day with work where they would be empty otherwise. */
function stripDays(today: string, newest: string | undefined): string[] {
  const last = newest !== undefined && newest <= addDays(today, -daysShown) ? newest : today
  return Array.from({ length: daysShown }, (_, index) => addDays(last, index + 1 - daysShown))
}

function agentsOf(sources: readonly string[]): { agent: string; sessions: number }[] {
  return [...new Set(sources)]
    .map(source => ({ agent: labelOf(source), sessions: sources.filter(each => each === source).length }))
    .sort((a, b) => b.sessions - a.sessions)
}
