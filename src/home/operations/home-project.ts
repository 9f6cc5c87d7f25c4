import { z } from 'zod'
import { projectCosts } from '../../diary/ports/project-costs.ts'
import { recentWorkItems } from '../../diary/ports/recent-work-items.ts'
import { withKnownIndex } from '../../diary/prepare/open-index.ts'
import { storedReport } from '../../diary/report/stored-reports.ts'
import { costAmount } from '../../diary/report/text/costs.ts'
import { type DiarySettings, hasReport } from '../../diary/settings.ts'
import { knownWork } from '../../diary/work/known-work.ts'
import { openSessionsOf } from '../../records/store/sessions.ts'
import { type HomeContext, homeOperation } from '../context.ts'
import { homeState } from '../home-state.ts'
import { openItemId } from '../inbox/collect.ts'
import { diaryKeysOf } from '../projects.ts'
import { sampleWork } from '../sample.ts'
import { chatsBehind, SessionChat } from '../session-chats.ts'

const mostItems = 200
const daysCosted = 14
/** Older ones were taken up again or given up. */
const daysLookedAt = 3

export const homeProject = homeOperation({
  name: 'home_project',
  summary: 'The work of one project in the diary: its days, newest first, with their work items.',
  effect: 'read',
  input: z.strictObject({
    project: z
      .string()
      .min(1)
      .max(200)
      .describe('Its id')
      .meta({ examples: ['default'] }),
    chats_of_sessions: z
      .int()
      .min(0)
      .max(30)
      .default(0)
      .describe('Of how many of its open sessions of records the chats are named, the newest first'),
  }),
  output: z.object({
    project_keys: z.array(z.string()),
    cost: z
      .object({ amount: z.string(), days: z.int() })
      .nullable()
      .describe('Of the newest days that were read; null where nothing is known'),
    open_items: z
      .array(
        z.object({
          kind: z.enum(['question', 'ended', 'blocker']),
          text: z.string(),
          date: z.string(),
          project_key: z.string(),
        }),
      )
      .describe('Of the newest days that were read: what waits for an answer, and what was left'),
    days: z.array(
      z.object({
        date: z.string(),
        project_key: z.string(),
        turns: z.int().nullable().describe('Null where the index of transcripts does not know the day'),
        has_report: z.boolean(),
        items: z.array(z.object({ work_item_ref: z.string(), title: z.string(), outcome: z.string().nullable() })),
      }),
    ),
    session_chats: z.array(SessionChat),
  }),
  async run({ project, chats_of_sessions }, ctx) {
    const keys = await diaryKeysOf(ctx, project)
    const items = await recentWorkItems(ctx.diary, keys, mostItems)
    const own = await withKnownIndex(ctx, index => knownWork(ctx, index))
    const sessions = [...own, ...(await sampleWork(ctx))]
    const turns = new Map<string, number | null>()
    for (const session of sessions.filter(({ project_key }) => keys.includes(project_key))) {
      for (const [date, count] of session.turns) {
        const at = `${date} ${session.project_key}`
        turns.set(at, (turns.get(at) ?? 0) + count)
      }
    }
    for (const { date, project_key } of items)
      if (!turns.has(`${date} ${project_key}`)) turns.set(`${date} ${project_key}`, null)
    const read = readDays(ctx.diary, [...turns.keys()])
    return {
      project_keys: keys,
      cost: await costOf(ctx.diary, keys, read.slice(0, daysCosted)),
      open_items: await openItems(ctx, keys, read.slice(0, daysLookedAt)),
      days: [...turns]
        .sort(([a], [b]) => (a < b ? 1 : -1))
        .slice(0, 90)
        .map(([at, count]) => {
          const [date = '', project_key = ''] = at.split(' ')
          return {
            date,
            project_key,
            turns: count,
            has_report: hasReport(ctx.diary, date),
            items: items
              .filter(item => item.date === date && item.project_key === project_key)
              .map(({ work_item_ref, title, outcome }) => ({ work_item_ref, title, outcome })),
          }
        }),
      session_chats: await openChats(ctx, project, chats_of_sessions),
    }
  },
})

async function openChats(ctx: HomeContext, project: string, limit: number) {
  if (limit === 0) return []
  const sessions = await ctx.db.read(tx => openSessionsOf(tx, project, limit))
  return chatsBehind(
    ctx,
    sessions.map(({ id }) => id),
  )
}

/** The days among these that have a report, newest first. */
function readDays(diary: DiarySettings, worked: readonly string[]): string[] {
  const days = new Set(worked.map(at => at.split(' ')[0] ?? ''))
  return [...days]
    .filter(date => hasReport(diary, date))
    .sort()
    .reverse()
}

async function costOf(diary: DiarySettings, keys: readonly string[], days: readonly string[]) {
  const cost = await projectCosts(diary, keys, days)
  return cost.total === null ? null : { amount: costAmount(cost), days: days.length }
}

/** Without what was dismissed in the inbox. */
async function openItems({ diary, home }: HomeContext, keys: readonly string[], days: readonly string[]) {
  const { dismissed } = await homeState(home).read()
  const found = []
  for (const date of days) {
    const report = await storedReport(diary, date)
    if (typeof report === 'string') continue
    for (const { kind = 'ended' as const, text, citations } of report.executive_summary.open_items) {
      const project_key = citations[0]?.project_key
      if (project_key === undefined || !keys.includes(project_key)) continue
      if (dismissed[openItemId(date, project_key, text)] === undefined) found.push({ kind, text, date, project_key })
    }
  }
  return found
}
