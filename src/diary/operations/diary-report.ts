import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { isCode } from '../../files/replace.ts'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { daysBetween, weekOf } from '../dates/calendar.ts'
import { dayAt } from '../dates/zone.ts'
import { reject } from '../rejection.ts'
import { gatherRange, renderRange, SpanArguments, spanOf } from '../report/range/render.ts'
import { RangeReport } from '../report/range/schema.ts'
import { renderDay } from '../report/render.ts'
import type { DailyReport } from '../report/schema.ts'
import { loadReport } from '../report/slots.ts'
import { storedReport, workspaceDays } from '../report/stored-reports.ts'
import { standupSubject, standupText } from '../report/text/standup.ts'
import { confidences } from '../schema.ts'
import type { DiarySettings } from '../settings.ts'
import { openWorkspace, readWorkspace } from '../workspace/open.ts'

const formats = ['json', 'markdown'] as const
export const diaryReport = diaryOperation({
  name: 'diary_report',
  summary: "The day's report, as data or Markdown.",
  effect: 'read',
  input: z.strictObject({ format: z.enum(formats).default('json'), date: DateArgument.optional() }),
  result: {
    date: z.string(),
    report: z.record(z.string(), z.unknown()).optional(),
    markdown: z.string().optional(),
  },
  async run({ format, date }, ctx) {
    return readWorkspace(ctx, date, async workspace => {
      const { file, parsed: report } = await loadReport(workspace)
      // A report of an earlier version gets what it does not have yet.
      if (format === 'json') return { date: report.report_date, report: { ...file, ...report } }
      return { date: report.report_date, markdown: await readMarkdown(workspace.root) }
    })
  },
})

async function readMarkdown(root: string): Promise<string> {
  try {
    return await readFile(join(root, 'report.md'), 'utf8')
  } catch (error) {
    if (!isCode(error, 'ENOENT', 'EISDIR', 'EACCES')) throw error
    return reject('daily_report', 'the day has no readable report.md', 'call diary_render first', 'absent')
  }
}

export const diaryRender = diaryOperation({
  name: 'diary_render',
  summary: "Write the day's report files from its evidence and work items.",
  effect: 'change',
  input: z.strictObject({
    allow_gaps: z.boolean().default(false).describe('Show turns of no work item as gaps'),
    date: DateArgument.optional(),
  }),
  result: {
    date: z.string(),
    files: z.array(z.string()),
    overall_confidence: z.enum(confidences).nullable(),
  },
  async run({ allow_gaps, date }, ctx) {
    const workspace = await openWorkspace(ctx.diary, date)
    const { report_date, overall_confidence, files } = await renderDay(ctx, workspace, allow_gaps)
    return {
      date: report_date || basename(workspace.root),
      files: files.sort(),
      overall_confidence,
    }
  },
})

export const diaryRange = diaryOperation({
  name: 'diary_range',
  audience: 'people',
  summary: 'Write the report of several days from the reports of its days; a week or any span of up to 366 days.',
  effect: 'change',
  input: SpanArguments,
  result: {
    from: z.string(),
    to: z.string(),
    files: z.array(z.string()),
    folder: z.string().describe('Where they are on the machine of Daybook').optional(),
  },
  async run(args, { diary, clock }) {
    const { from, to } = spanOf(args, dayAt(clock(), diary.timezone))
    const { files, folder } = await renderRange(diary, from, to)
    return { from, to, files, folder }
  },
})

export const diaryRangeReport = diaryOperation({
  name: 'diary_range_report',
  audience: 'people',
  summary: 'What the reports of several days say now, side by side; writes nothing.',
  effect: 'read',
  input: SpanArguments,
  result: {
    today: z.string(),
    week: z.string().describe('The ISO week of today'),
    report: RangeReport,
  },
  async run(args, { diary, clock }) {
    const today = dayAt(clock(), diary.timezone)
    const { from, to } = spanOf(args, today)
    return { today, week: weekOf(today), report: await gatherRange(diary, from, to) }
  },
})

export const diaryStandup = diaryOperation({
  name: 'diary_standup',
  audience: 'people',
  summary:
    'What was done and what is open on a day or several, as text to paste; the newest day with a report by default.',
  effect: 'read',
  input: SpanArguments,
  result: {
    days: z.array(z.string()).describe('Those that have a report, in order'),
    subject: z.string(),
    slack: z.string(),
    markdown: z.string(),
    email: z.string().describe('Plain text; the subject is apart'),
  },
  async run({ date, ...span }, { diary, clock }) {
    const isSpan = Object.values(span).some(each => each !== undefined)
    const wanted = isSpan
      ? daysIn(spanOf(span, dayAt(clock(), diary.timezone)))
      : date === undefined
        ? await newestDay(diary)
        : [date]
    const reports = await reportsOf(diary, wanted)
    if (reports.length === 0) {
      reject(
        'date',
        wanted.length === 1 ? `${wanted[0]} has no report` : 'none of these days has a report',
        'daybook today names the newest day with work',
        'absent',
      )
    }
    return {
      days: reports.map(({ report_date }) => report_date),
      subject: standupSubject(reports),
      slack: standupText(reports, 'slack'),
      markdown: standupText(reports, 'markdown'),
      email: standupText(reports, 'email'),
    }
  },
})

function daysIn({ from, to }: { from: string; to: string }): string[] {
  return daysBetween(from, to)
}

/** The newest day whose report can be read. */
async function newestDay(diary: DiarySettings): Promise<string[]> {
  for (const day of await workspaceDays(diary)) {
    if (typeof (await storedReport(diary, day)) !== 'string') return [day]
  }
  return []
}

async function reportsOf(diary: DiarySettings, days: readonly string[]): Promise<DailyReport[]> {
  const reports: DailyReport[] = []
  for (const day of days) {
    const report = await storedReport(diary, day)
    if (typeof report !== 'string') reports.push(report)
  }
  return reports
}
