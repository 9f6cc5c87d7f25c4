import { z } from 'zod'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { ReportFile } from '../report/report-files.ts'
import { Certificate } from '../report/schema.ts'
import { Account } from '../report/unaccounted.ts'
import { dayHolds, Mismatch, mismatchExit, verifyDay } from '../report/verify-day.ts'
import { readWorkspace } from '../workspace/open.ts'

const Input = z.strictObject({ date: DateArgument.optional() })

export const diaryVerify = diaryOperation({
  name: 'diary_verify',
  audience: 'people',
  summary:
    "Compare the day's report and every span it cites with their hashes, and name the sentences that no longer hold.",
  effect: 'read',
  input: Input,
  accepted: 'ok',
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
