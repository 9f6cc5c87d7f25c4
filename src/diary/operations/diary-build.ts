import { z } from 'zod'
import { LockBusy } from '../../files/lock.ts'
import { DateArgument, name } from '../arguments.ts'
import { firstDays, startBuild } from '../build/build-days.ts'
import { Build, buildLock, lastBuild } from '../build/journal.ts'
import { diaryOperation } from '../context.ts'
import { addDays } from '../dates/calendar.ts'
import { dayAt } from '../dates/zone.ts'
import { reject } from '../rejection.ts'

export const diaryBuild = diaryOperation({
  name: 'diary_build',
  audience: 'people',
  summary: 'Start building the reports of several days in the background: newest first, days without turns left out.',
  effect: 'change',
  input: z.strictObject({
    newest: z
      .int()
      .min(1)
      .max(366)
      .optional()
      .describe(`So many of the newest days with work; ${firstDays} when absent`),
    from: DateArgument.optional().describe('First day YYYY-MM-DD, in place of the newest'),
    to: DateArgument.optional().describe('Last day; today when absent'),
    changed: z
      .boolean()
      .default(false)
      .describe(
        'In place of the newest: days of the last week that changed since the built-in reader wrote their report; others’ reports stay',
      ),
    ended: z.string().min(1).max(200).optional().describe('With changed: a session whose last turn is over'),
  }),
  accepted: 'started',
  result: { build_id: z.string() },
  async run({ newest = firstDays, from, to, changed, ended }, ctx) {
    const today = dayAt(ctx.clock(), ctx.diary.timezone)
    const last = to === undefined || to > today ? today : to
    if (from === undefined && to !== undefined) reject('from', 'from is missing', 'name the first day as well')
    if (from !== undefined && from > last) reject('from', 'from is later than to', 'name the earlier day as from')
    try {
      const days = from === undefined ? { newest } : { days: daysBetween(from, last) }
      return { build_id: await startBuild(ctx, changed ? { changed, ended } : days) }
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

export const diaryBuildCancel = diaryOperation({
  name: 'diary_build_cancel',
  audience: 'people',
  summary: 'Stop building days, in whichever process that happens; days that are built stay.',
  effect: 'change',
  input: z.strictObject({ build_id: name('build-0a1b2c3d4e5f').describe('As diary_build answered it') }),
  result: {},
  async run({ build_id }, { jobs, diary }) {
    const isAsked = await jobs.cancel({ id: build_id, lock: buildLock(diary) })
    if (!isAsked) reject('build_id', 'nothing is being built', 'nothing has to be stopped')
    return {}
  },
})

export const diaryBuildStatus = diaryOperation({
  name: 'diary_build_status',
  audience: 'people',
  summary: 'How far the last build of several days is, in whichever process it runs.',
  effect: 'read',
  input: z.strictObject({}),
  result: {
    build: Build.extend({ cut_off: z.boolean().describe('Its process is gone; start it again to go on') }).nullable(),
  },
  run: async (_, { diary }) => ({ build: await lastBuild(diary) }),
})
