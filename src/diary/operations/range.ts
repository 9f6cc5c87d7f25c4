import { z } from 'zod'
import { diaryOperation } from '../context.ts'
import { weekOf } from '../dates/calendar.ts'
import { dayAt } from '../dates/zone.ts'
import { gatherRange, renderRange, SpanArguments, spanOf } from '../report/range/render.ts'
import { RangeReport } from '../report/range/schema.ts'

export const diaryRange = diaryOperation({
  name: 'diary_range',
  audience: 'people',
  summary: 'Write the report of several days from the reports of its days; a week or any span of up to 366 days.',
  effect: 'change',
  input: SpanArguments,
  accepted: 'ok',
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
  accepted: 'ok',
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
