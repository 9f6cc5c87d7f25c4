import { z } from 'zod'
import { diaryOperation } from '../context.ts'
import { dayAt } from '../dates/zone.ts'
import { renderRange, SpanArguments, spanOf } from '../report/range/render.ts'

export const diaryRange = diaryOperation({
  name: 'diary_range',
  audience: 'people',
  summary: 'Write the report of several days from the reports of its days; a week or any span of up to 366 days.',
  effect: 'change',
  input: SpanArguments,
  accepted: 'ok',
  result: { from: z.string(), to: z.string(), files: z.array(z.string()) },
  async run(args, { diary, clock }) {
    const { from, to } = spanOf(args, dayAt(clock(), diary.timezone))
    const { files } = await renderRange(diary, from, to)
    return { from, to, files }
  },
})
