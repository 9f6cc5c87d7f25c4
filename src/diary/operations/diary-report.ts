import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { isCode } from '../../files/replace.ts'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { weekOf } from '../dates/calendar.ts'
import { dayAt } from '../dates/zone.ts'
import { reject } from '../rejection.ts'
import { gatherRange, renderRange, SpanArguments, spanOf } from '../report/range/render.ts'
import { RangeReport } from '../report/range/schema.ts'
import { renderDay } from '../report/render.ts'
import { loadReport } from '../report/slots.ts'
import { confidences } from '../schema.ts'
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
