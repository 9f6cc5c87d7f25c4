import { z } from 'zod'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { logDiary } from '../feed.ts'
import { removeDay } from '../prepare/remove-day.ts'
import { reject } from '../rejection.ts'

const Input = z.strictObject({
  date: DateArgument.describe('Day YYYY-MM-DD'),
  confirm: z.string().describe('The date once more'),
})

export const diaryRemove = diaryOperation({
  name: 'diary_remove',
  audience: 'people',
  summary: 'Remove the workspace of a day, its private manifest and its cached offsets; what was published stays.',
  effect: 'destroy',
  input: Input,
  accepted: 'ok',
  result: {
    date: z.string(),
    removed: z.array(z.string()).describe('Relative to the diary root'),
    cached_offsets: z.int(),
    published: z.array(
      z.object({
        server: z.string(),
        author: z.string(),
        version: z.int(),
        published_at: z.string(),
        sha256: z.string(),
      }),
    ),
    kept: z.array(z.string()).describe('Made from the day and left: collections and reports of ranges'),
  },
  async run({ date, confirm }, ctx) {
    if (confirm !== date) reject('confirm', 'confirm is not the date', 'send the date once more to confirm')
    const removed = await removeDay(ctx, date)
    await logDiary(
      ctx,
      { metadata: undefined },
      { type: 'diary_removed', summary: `${date} removed`, details: { date, published: removed.published.length } },
    )
    return { date, ...removed }
  },
})
