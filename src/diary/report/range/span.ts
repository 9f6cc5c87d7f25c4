import { z } from 'zod'
import { DateArgument } from '../../arguments.ts'
import { daysBetween, daysOfWeek, weekOf } from '../../dates/calendar.ts'
import { reject } from '../../rejection.ts'

const Day = DateArgument.describe('YYYY-MM-DD')

/** How a call names several days. */
export const SpanArguments = z.strictObject({
  from: Day.optional(),
  to: Day.optional().describe('The last day, included'),
  week: z.string().optional().describe('ISO week YYYY-Www; the current one when nothing is named'),
  date: DateArgument.optional(),
})

const mostDays = 366

/** The first and the last day that are meant. */
export function spanOf(
  { from, to, week, date }: z.output<typeof SpanArguments>,
  today: string,
): { from: string; to: string } {
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
