import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { atDate, targetDay } from '../dates/target.ts'
import { isZone } from '../dates/zone.ts'
import { logPreparation, prepareDay, prepareModes } from '../prepare/prepare.ts'
import type { OnProgress } from '../prepare/progress.ts'
import { reject } from '../rejection.ts'

const Input = z.strictObject({
  date: DateArgument.describe('Day YYYY-MM-DD; today when absent').optional(),
  timezone: z.string().describe('IANA name').optional(),
  mode: z.enum(prepareModes).default('reuse').describe('refresh keeps what still holds; rebuild nothing'),
})

export const diaryPrepare = diaryOperation({
  name: 'diary_prepare',
  summary: "Make or renew a day's workspace from the transcripts of all agents.",
  effect: 'change',
  input: Input,
  accepted: 'ok',
  result: {
    date: z.string(),
    result: z.enum(['created', 'reused', 'refreshed', 'rebuilt']),
    counters: z.record(z.string(), z.unknown()).describe('Files, lines, sessions and turns, each counted once'),
  },
  async run(args, ctx) {
    const { date, timezone = ctx.diary.timezone, mode } = args
    if (!isZone(timezone)) reject('timezone', 'the time zone is not known', 'give an IANA name such as Europe/Berlin')
    const day = atDate(() => targetDay({ date }, ctx.clock(), timezone))
    const progress: OnProgress = step => {
      // Until its publication nothing of a preparation is in place.
      if (ctx.call.signal?.aborted) throw new Fault('BUSY', 'The call was withdrawn before anything was published.')
      ctx.call.onProgress?.(step)
    }
    const preparation = await prepareDay(ctx, { date: day, timezone, mode, progress }).catch((error: unknown) =>
      atDate(() => {
        throw error
      }),
    )
    await logPreparation(ctx, preparation)
    const { result, counters } = preparation
    return { date: day, result, counters }
  },
})
