import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { DiaryContext } from '../context.ts'
import { withIndex } from '../prepare/open-index.ts'
import { workspaceDays } from '../report/stored-reports.ts'
import { workspaceFolder } from '../settings.ts'
import { knownWork, turnsOfDays } from './known-work.ts'

export const WorkedDay = z.object({
  date: z.string(),
  turns: z.int().nullable().describe('As the index of transcripts counts them; null where it no longer knows the day'),
  sessions: z.int().nullable(),
  has_report: z.boolean(),
})
export type WorkedDay = z.output<typeof WorkedDay>

/** Every day with turns or with a report, newest first. */
export async function workedDays(ctx: Pick<DiaryContext, 'diary' | 'log'>): Promise<WorkedDay[]> {
  const { diary } = ctx
  const turns = await withIndex(ctx, async index => turnsOfDays(await knownWork(ctx, index)))
  const reported = (await workspaceDays(diary)).filter(day =>
    existsSync(join(workspaceFolder(diary.root, day), 'daily-report.json')),
  )
  const stored = new Set(reported)
  return [...new Set([...turns.keys(), ...reported])]
    .sort()
    .reverse()
    .map(date => {
      const { turns: count = null, sessions = null } = turns.get(date) ?? {}
      return { date, turns: count, sessions, has_report: stored.has(date) }
    })
}
