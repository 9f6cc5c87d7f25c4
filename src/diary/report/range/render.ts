import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { withLock } from '../../../files/lock.ts'
import { replaceFiles, sweepTemporary } from '../../../files/replace.ts'
import { DateArgument } from '../../arguments.ts'
import { daysBetween, daysOfWeek, weekOf } from '../../dates/calendar.ts'
import { reject } from '../../rejection.ts'
import type { DiarySettings } from '../../settings.ts'
import { fileText } from '../../workspace/json-file.ts'
import { reportStamp, storedReport } from '../stored-reports.ts'
import { buildRange, type StoredDay } from './build.ts'
import type { RangeReport } from './schema.ts'
import { htmlRange, markdownRange } from './views.ts'

interface RenderedRange {
  report: RangeReport
  folder: string
  files: string[]
}

/** Writes the report of a range and its two views from the reports of its days. */
export async function renderRange(settings: DiarySettings, from: string, to: string): Promise<RenderedRange> {
  const name = `${from}_${to}`
  const folder = join(settings.root, 'ranges', name)
  return withLock(join(settings.root, 'ranges', '.locks', name), 'named', settings.lockTimeoutMs, async () => {
    const report = await gatherRange(settings, from, to)
    const json = fileText(report)
    const view = { report, baseUrl: settings.baseUrl, stamp: reportStamp(json) }
    const files = [
      { name: 'report.md', bytes: markdownRange(view) },
      { name: 'report.html', bytes: htmlRange(view) },
      { name: 'range-report.json', bytes: json },
    ]
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await sweepTemporary(folder)
    await replaceFiles(files.map(({ name: file, bytes }) => ({ path: join(folder, file), bytes })))
    return { report, folder, files: files.map(({ name: file }) => `ranges/${name}/${file}`).sort() }
  })
}

/** What the reports of the days say now. */
export async function gatherRange(settings: DiarySettings, from: string, to: string): Promise<RangeReport> {
  const days = new Map<string, StoredDay>()
  for (const day of daysBetween(from, to)) days.set(day, await storedReport(settings, day))
  return buildRange(from, to, days)
}

const Day = DateArgument.describe('YYYY-MM-DD')

/** How a call names several days. */
export const SpanArguments = z.strictObject({
  from: Day.optional(),
  to: Day.optional().describe('The last day, included'),
  week: z.string().optional().describe('ISO week YYYY-Www; the current one when nothing is named'),
  date: DateArgument.optional(),
})

const maxDays = 366

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
  if (daysBetween(from, to).length > maxDays) reject('to', `more than ${maxDays} days`, 'name a shorter span')
  return { from, to }
}
