import { z } from 'zod'
import { diaryOperation } from '../context.ts'
import { daysBetween } from '../dates/calendar.ts'
import { dayAt } from '../dates/zone.ts'
import { reject } from '../rejection.ts'
import { SpanArguments, spanOf } from '../report/range/render.ts'
import type { DailyReport } from '../report/schema.ts'
import { storedReport, workspaceDays } from '../report/stored-reports.ts'
import { standupSubject, standupText } from '../report/text/standup.ts'
import type { DiarySettings } from '../settings.ts'

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
