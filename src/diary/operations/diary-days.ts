import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { isDay } from '../dates/calendar.ts'
import { logDiary } from '../feed.ts'
import { removeDay } from '../prepare/remove-day.ts'
import { OwnVersion } from '../publish/store.ts'
import { orUndefined, reject } from '../rejection.ts'
import { CostFigures } from '../report/cost-schema.ts'
import { incompleteWords } from '../report/text/certificate-text.ts'
import { Incomplete } from '../schema.ts'
import { type DiarySettings, workspaceFolder } from '../settings.ts'
import { WorkedDay, workedDays } from '../work/known-work.ts'
import { readObject } from '../workspace/json-file.ts'
import { isWorkspace, openWorkspace } from '../workspace/open.ts'
import { chainCount, progressOf } from '../workspace/progress.ts'
import { loadProject, projectKeys } from '../workspace/project.ts'

const Day = DateArgument.describe('YYYY-MM-DD')

/** What a list of days shows of a report. */
const Headline = z.object({
  title: z.string(),
  material_items: z.int(),
  open_items: z.int(),
  gaps: z.int(),
  cost_usd: z.number().nullable(),
  cost_at_least: z.boolean(),
  cost_estimated: z.boolean().optional().describe('Some of it was worked out from prices'),
})

const DayRow = z.object({
  date: z.string(),
  timezone: z.string().nullable(),
  day_status: z.enum(['final', 'partial']).nullable(),
  incomplete: Incomplete.optional().describe('What is missing of the transcripts; then the day is not final'),
  projects: z.int(),
  turns: z.int(),
  chains: z.int(),
  covered_turns: z.int(),
  has_report: z.boolean(),
  report: Headline.optional(),
})

export const diaryDays = diaryOperation({
  name: 'diary_days',
  summary: 'Prepared days, newest first, with their counts.',
  effect: 'read',
  input: z.strictObject({
    from: Day.optional(),
    to: Day.optional(),
    limit: z.int().min(1).max(366).default(30),
    date: Day.optional().describe('This day only'),
  }),
  result: { days: z.array(DayRow) },
  async run({ from, to, limit, date }, { diary }) {
    const [first, last] = date === undefined ? [from, to] : [date, date]
    const names = await readdir(join(diary.root, 'work')).catch(() => [])
    const days = names
      .filter(name => isDay(name) && (first === undefined || name >= first) && (last === undefined || name <= last))
      .sort()
      .reverse()
    const rows: Array<z.output<typeof DayRow>> = []
    for (const day of days) {
      if (rows.length === limit) break
      if (await isWorkspace(workspaceFolder(diary.root, day))) rows.push(await rowOf(diary, day))
    }
    return { days: rows }
  },
  chatText: ({ days }) =>
    days
      .map(
        day =>
          `${day.date} ${day.day_status ?? 'status unknown'}: ${day.projects} projects, ${day.turns} turns, ${day.chains} chains, ${day.covered_turns} covered${day.has_report ? ', report' : ''}${day.incomplete ? `; not final: ${incompleteWords(day.incomplete)}` : ''}`,
      )
      .join('\n') || 'No prepared days.',
})

/** A day whose files are damaged is listed too, with what can be counted, so that nobody takes it for a day without work. */
async function rowOf(diary: DiarySettings, day: string): Promise<z.output<typeof DayRow>> {
  const folder = workspaceFolder(diary.root, day)
  const workspace = await orUndefined(openWorkspace(diary, day))
  const keys = workspace ? await projectKeys(workspace) : []
  const counts = { turns: 0, chains: 0, covered_turns: 0 }
  for (const key of keys) {
    const progress = workspace && (await orUndefined(loadProject(workspace, key).then(progressOf)))
    if (!progress) continue
    counts.turns += progress.turns.length
    counts.chains += chainCount(progress)
    counts.covered_turns += progress.turns.length - progress.uncovered.length
  }
  const headline = await headlineOf(folder)
  const incomplete = workspace?.metadata?.incomplete
  return {
    date: day,
    timezone: workspace?.metadata?.timezone ?? null,
    day_status: workspace?.metadata?.status ?? null,
    ...(incomplete ? { incomplete } : {}),
    projects: keys.length,
    ...counts,
    has_report: existsSync(join(folder, 'daily-report.json')),
    ...(headline && { report: headline }),
  }
}

/** Only these keys of a report are checked, so that a long list stays cheap. */
const StoredReport = z.object({
  schema_version: z.literal(1),
  title: z.object({ text: z.string() }),
  executive_summary: z.object({ open_items: z.array(z.unknown()) }),
  gaps: z.array(z.unknown()),
  statistics: z.object({
    work_items: z.object({ material_work_item: z.int() }),
    cost_usd: CostFigures,
  }),
})

/** Undefined where a day has no report, or one that cannot be read. */
async function headlineOf(folder: string): Promise<z.output<typeof Headline> | undefined> {
  const file = await readObject(join(folder, 'daily-report.json'))
  const report = file.state === 'read' ? StoredReport.safeParse(file.value).data : undefined
  if (!report) return undefined
  return {
    title: report.title.text,
    material_items: report.statistics.work_items.material_work_item,
    open_items: report.executive_summary.open_items.length,
    gaps: report.gaps.length,
    cost_usd: report.statistics.cost_usd.total,
    cost_at_least: report.statistics.cost_usd.at_least,
    cost_estimated: report.statistics.cost_usd.estimated > 0,
  }
}

export const diaryWorkedDays = diaryOperation({
  name: 'diary_worked_days',
  audience: 'people',
  summary: 'Days on which transcripts have turns, newest first, whether or not they were read into a report.',
  effect: 'read',
  input: z.strictObject({
    from: DateArgument.optional().describe('First day YYYY-MM-DD'),
    to: DateArgument.optional().describe('Last day'),
    limit: z.int().min(1).max(3660).default(366),
  }),
  result: { days: z.array(WorkedDay) },
  async run({ from = '', to = '9999', limit }, ctx) {
    const days = (await workedDays(ctx)).filter(({ date }) => date >= from && date <= to)
    return { days: days.slice(0, limit) }
  },
})

export const diaryRemove = diaryOperation({
  name: 'diary_remove',
  audience: 'people',
  summary: 'Remove the workspace of a day, its private manifest and its cached offsets; what was published stays.',
  effect: 'destroy',
  input: z.strictObject({
    date: DateArgument.describe('Day YYYY-MM-DD'),
    confirm: z.string().describe('The date once more'),
  }),
  result: {
    date: z.string(),
    removed: z.array(z.string()).describe('Relative to the diary root'),
    cached_offsets: z.int(),
    published: z.array(OwnVersion),
    kept: z.array(z.string()).describe('Made from the day and left: collections and reports of ranges'),
  },
  async run({ date, confirm }, ctx) {
    if (confirm !== date) reject('confirm', 'confirm is not the date', 'send the date once more to confirm')
    const removed = await removeDay(ctx, date)
    await logDiary(
      ctx,
      { metadata: undefined },
      { type: 'diary_removed', summary: `${date} removed`, details: { date, published: removed.published.length } },
    )
    return { date, ...removed }
  },
})
