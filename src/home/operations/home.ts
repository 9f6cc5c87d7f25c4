import { z } from 'zod'
import { Build, lastBuild } from '../../diary/build/journal.ts'
import { addDays } from '../../diary/dates/calendar.ts'
import { dayAt, formatUtc } from '../../diary/dates/zone.ts'
import { withKnownIndex } from '../../diary/prepare/open-index.ts'
import { publishedHere } from '../../diary/publish/store.ts'
import { CostFigures } from '../../diary/report/cost-schema.ts'
import { isMaterial } from '../../diary/report/report-items.ts'
import type { DailyReport } from '../../diary/report/schema.ts'
import { storedReport, workspaceDays } from '../../diary/report/stored-reports.ts'
import { projectNames } from '../../diary/report/summary.ts'
import { certificateLines } from '../../diary/report/text/certificate-text.ts'
import { costAmount } from '../../diary/report/text/costs.ts'
import { standupText } from '../../diary/report/text/standup.ts'
import { CheckTotals } from '../../diary/schema.ts'
import type { DiarySettings } from '../../diary/settings.ts'
import { knownWork, lastPrompt, turnsOfDays, WorkedDay, workedDays } from '../../diary/work/known-work.ts'
import { labelOf } from '../../transcripts/agents.ts'
import { homeOperation } from '../context.ts'
import { homeState } from '../home-state.ts'
import { collectInbox, InboxItem } from '../inbox/collect.ts'
import { HomeProject, homeProjects } from '../projects.ts'
import { findSample, sampleWork } from '../sample.ts'

const daysShown = 14
const itemsShown = 5
const sessionsShown = 8

const TodaySession = z.object({
  source: z.string(),
  agent: z.string(),
  session_id: z.string(),
  project_key: z.string().optional(),
  project_label: z.string(),
  turns: z.int(),
  prompt: z.string().nullable().describe('The words that began the last turn, without secrets'),
  last_at: z.string(),
})

const LastDay = z.object({
  date: z.string(),
  title: z.string(),
  status: z.enum(['final', 'partial']),
  finished: z.int().describe('Work items that came to an end'),
  items: z.int(),
  projects: z.array(z.string()).describe('Labels of the projects with finished items'),
  files: z.int().nullable(),
  checks: CheckTotals.nullable(),
  cost: z.string().nullable(),
  open: z.int(),
  standup: z.string().describe('To paste into Slack'),
  coverage: z.string().nullable().describe('What the report accounts for, in one sentence'),
  is_sample: z.boolean(),
  nothing_sent: z.boolean().describe('Read by the built-in reader and not published'),
})
type LastDay = z.output<typeof LastDay>

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
    const { sessions, sessions_today } = await withKnownIndex(ctx, async index => {
      const sessions = await knownWork(ctx, index)
      const todays = sessions.filter(({ turns }) => turns.has(today)).sort((a, b) => b.last_at - a.last_at)
      const sessions_today = todays
        .slice(0, sessionsShown)
        .map(({ key, source, session_id, project_key, project_label, ...each }) => ({
          source,
          agent: labelOf(source),
          session_id,
          project_key,
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

/** The newest day whose report shows work, the person's own before the sample's; null when there is none. */
async function lastDay(diary: DiarySettings, sample: readonly string[]): Promise<LastDay | null> {
  const days = await workspaceDays(diary)
  const own = days.filter(day => !sample.includes(day))
  for (const day of [...own, ...days.filter(day => sample.includes(day))].slice(0, daysLookedAt)) {
    const report = await storedReport(diary, day)
    if (typeof report === 'string' || report.projects.every(({ work_items }) => work_items.length === 0)) continue
    const is_sample = sample.includes(day)
    return headline(report, { is_sample, isPublished: (await publishedHere(diary.root, day)).length > 0 })
  }
  return null
}

const daysLookedAt = 30

/** The part of the statistics that is shown here. */
const Shown = z.object({ files: z.object({ touched: z.int() }), checks: CheckTotals, cost_usd: CostFigures }).partial()

function headline(
  report: DailyReport,
  { is_sample, isPublished }: { is_sample: boolean; isPublished: boolean },
): LastDay {
  const { files, checks, cost_usd } = Shown.safeParse(report.statistics).data ?? {}
  const finishedIn = report.projects.map(({ project_label, work_items }) => ({
    label: project_label,
    finished: work_items.filter(item => isMaterial(item) && item.disposition === 'completed' && !item.waits_for_answer)
      .length,
    items: work_items.filter(isMaterial).length,
  }))
  return {
    date: report.report_date,
    title: report.title.text,
    status: report.status,
    finished: finishedIn.reduce((sum, { finished }) => sum + finished, 0),
    items: finishedIn.reduce((sum, { items }) => sum + items, 0),
    projects: projectNames(finishedIn.filter(({ finished }) => finished > 0).map(({ label }) => label)),
    files: files?.touched ?? null,
    checks: checks ?? null,
    cost: cost_usd ? costAmount(cost_usd) : null,
    open: report.executive_summary.open_items.length,
    standup: standupText([report], 'slack'),
    coverage: report.certificate ? (certificateLines(report.certificate)[0] ?? null) : null,
    is_sample,
    nothing_sent: !isPublished && Object.keys(report.producers).every(name => name === 'builtin'),
  }
}
