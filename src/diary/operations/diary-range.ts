import { z } from 'zod'
import { DateArgument, parsed } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { daysBetween, daysOfWeek, weekOf } from '../dates/calendar.ts'
import { dayAt } from '../dates/wall-clock.ts'
import { reject } from '../rejection.ts'
import { renderRange } from '../report/range/render.ts'

const Day = DateArgument.describe('YYYY-MM-DD')
const Input = z.strictObject({
  from: Day.optional(),
  to: Day.optional().describe('The last day, included'),
  week: z.string().optional().describe('ISO week YYYY-Www; the current one when nothing is named'),
  date: DateArgument.optional(),
})

export const diaryRange = diaryOperation({
  name: 'diary_range',
  audience: 'people',
  summary: 'Write the report of several days from the reports of its days; a week or any span of up to 366 days.',
  effect: 'change',
  input: Input,
  accepted: 'ok',
  result: { from: z.string(), to: z.string(), files: z.array(z.string()) },
  async run(args, { diary, clock }) {
    const input = parsed(Input, args)
    const { from, to } = rangeOf(input, dayAt(clock(), diary.timezone))
    const { files } = await renderRange(diary, from, to)
    return { from, to, files }
  },
})

const mostDays = 366

function rangeOf({ from, to, week, date }: z.output<typeof Input>, today: string): { from: string; to: string } {
  if (week !== undefined && (from !== undefined || to !== undefined)) {
    reject('week', 'a week and days are named', 'send either week, or from and to')
  }
  if (from === undefined && to === undefined) {
    const days = daysOfWeek(week ?? weekOf(date ?? today))
    return days ?? reject('week', 'week is no ISO week', 'write it as 2026-W20')
  }
  if (from === undefined) reject('from', 'from is missing', 'name the first day, too')
  if (to === undefined) reject('to', 'to is missing', 'name the last day, too')
  if (to < from) reject('to', 'to is before from', 'name the earlier day as from')
  if (daysBetween(from, to).length > mostDays) reject('to', `more than ${mostDays} days`, 'name a shorter span')
  return { from, to }
}
