import { z } from 'zod'
import { DateArgument, name } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { checkLines, checkWorkItem, diaryRefIn, refVerdicts } from '../ports/check-ref.ts'
import { reject } from '../rejection.ts'
import { ReportFile } from '../report/report-files.ts'
import { Certificate } from '../report/schema.ts'
import { Account } from '../report/unaccounted.ts'
import { dayHolds, Mismatch, mismatchExit, verifyDay } from '../report/verify-day.ts'
import { spanIn } from '../workspace/line-spans.ts'
import { readWorkspace } from '../workspace/open.ts'

export const diaryVerify = diaryOperation({
  name: 'diary_verify',
  audience: 'people',
  summary:
    "Compare the day's report and every span it cites with their hashes, and name the sentences that no longer hold.",
  effect: 'read',
  input: z.strictObject({ date: DateArgument.optional() }),
  result: {
    checked: z.int().describe('Cited spans, transcript copies and copies of sub-agents'),
    mismatches: z.array(Mismatch),
    sentences: z
      .array(z.object({ id: z.string(), where: z.string(), text: z.string(), lines: z.array(z.string()) }))
      .describe('Every sentence of the report that rests on lines which changed, with these lines; no other one does'),
    forgotten: z.int().describe('Cited spans of sessions that were forgotten; no mismatch'),
    account: Account.describe('Whether every turn is in the report once and every sentence cites lines, counted anew'),
    files: z.array(ReportFile).describe('The report and its views beside what Daybook wrote'),
    items: z.int().describe('Work items of the report'),
    lost: z
      .array(z.string())
      .describe('Evidence and work items that the report was made from and that are gone or cannot be read'),
    certificate: Certificate.nullable().describe('What the report accounts for; null for reports of earlier versions'),
  },
  async run({ date }, ctx) {
    return readWorkspace(ctx, date, workspace => verifyDay(ctx.diary, workspace))
  },
  toStatus: result => ({ exit: dayHolds(result) ? 0 : mismatchExit }),
})

const Cited = z.strictObject({
  ref: z.string().max(200).describe('diary:<date>/<project_key>/<session_ref or work_item_ref>'),
  lines: z.string().optional().describe('Of a session: first and last line, "12-15"'),
  sha256: name('45d6067c8b6db124…', { pattern: /^[0-9a-f]{64}$/, must: '64 hexadecimal digits' })
    .optional()
    .describe('Of a session: the hash the lines were cited with'),
})

export const diaryCheckRef = diaryOperation({
  name: 'diary_check_ref',
  audience: 'people',
  summary: 'Whether a place in the diary that somebody cited is still there, with the same bytes.',
  effect: 'read',
  input: Cited,
  result: { verdict: z.enum(refVerdicts) },
  async run({ ref, lines, sha256 }, { diary }) {
    const place = diaryRefIn(ref)
    if (!place) {
      reject(
        'ref',
        'ref names no place in the diary',
        'write diary:<date>/<project_key>/<session_ref or work_item_ref>',
      )
    }
    if (place.kind === 'work_item') return { verdict: await checkWorkItem(diary, place) }
    const span = spanIn(lines)
    if (!span) reject('lines', 'lines must be first-last, such as "12-15"', 'name the lines of the session to check')
    if (!sha256) reject('sha256', 'sha256 is needed to check lines', 'pass the span_sha256 they were cited with')
    return { verdict: await checkLines(diary, place, span, sha256) }
  },
})
