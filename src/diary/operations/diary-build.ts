import { z } from 'zod'
import { LockBusy } from '../../files/lock.ts'
import { DateArgument } from '../arguments.ts'
import { firstDays, startBuild } from '../build/build-days.ts'
import { diaryOperation } from '../context.ts'
import { addDays } from '../dates/calendar.ts'
import { dayAt } from '../dates/zone.ts'
import { reject } from '../rejection.ts'

const Input = z.strictObject({
  newest: z.int().min(1).max(366).optional().describe(`So many of the newest days with work; ${firstDays} when absent`),
  from: DateArgument.optional().describe('First day YYYY-MM-DD, in place of the newest'),
  to: DateArgument.optional().describe('Last day; today when absent'),
})

export const diaryBuild = diaryOperation({
  name: 'diary_build',
  audience: 'people',
  summary: 'Start building the reports of several days in the background: newest first, days without turns left out.',
  effect: 'change',
  input: Input,
  accepted: 'started',
  result: { build_id: z.string() },
  async run({ newest = firstDays, from, to }, ctx) {
    const today = dayAt(ctx.clock(), ctx.diary.timezone)
    const last = to === undefined || to > today ? today : to
    if (from === undefined && to !== undefined) reject('from', 'from is missing', 'name the first day as well')
    if (from !== undefined && from > last) reject('from', 'from is later than to', 'name the earlier day as from')
    try {
      return {
        build_id: await startBuild(ctx, from === undefined ? { newest } : { days: daysBetween(from, last) }),
      }
    } catch (error) {
      if (!(error instanceof LockBusy)) throw error
      reject('build', 'days are being built already', 'wait until they are done, or stop that build first', 'busy')
    }
  },
})

const maxDays = 3660

function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to && days.length < maxDays; day = addDays(day, 1)) days.push(day)
  return days
}
