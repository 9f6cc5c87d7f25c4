import { z } from 'zod'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { verifyDay } from '../report/verify.ts'
import { readWorkspace } from '../workspace/open.ts'

const Input = z.strictObject({ date: DateArgument.optional() })

export const diaryVerify = diaryOperation({
  name: 'diary_verify',
  audience: 'people',
  summary: "Read every cited span of the day's report again and compare it with the hash it was cited by.",
  effect: 'read',
  input: Input,
  accepted: 'ok',
  result: {
    checked: z.int().describe('Cited spans and transcript copies'),
    mismatches: z.array(
      z.object({
        project_key: z.string(),
        session_ref: z.string(),
        turn_ref: z.string().nullable().describe('Null when the whole copy differs'),
        expected: z.string(),
        found: z.string().nullable().describe('Null when there is nothing to read'),
      }),
    ),
  },
  async run({ date }, ctx) {
    return readWorkspace(ctx, date, workspace => verifyDay(ctx.diary, workspace))
  },
  toStatus: ({ mismatches }) => ({ exit: mismatches.length > 0 ? mismatchExit : 0 }),
})

const mismatchExit = 7
