import { z } from 'zod'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { WorkedDay, workedDays } from '../work/worked-days.ts'

const Input = z.strictObject({
  from: DateArgument.optional().describe('First day YYYY-MM-DD'),
  to: DateArgument.optional().describe('Last day'),
  limit: z.int().min(1).max(3660).default(366),
})

export const diaryWorkedDays = diaryOperation({
  name: 'diary_worked_days',
  audience: 'people',
  summary: 'Days on which transcripts have turns, newest first, whether or not they were read into a report.',
  effect: 'read',
  input: Input,
  accepted: 'ok',
  result: { days: z.array(WorkedDay) },
  async run({ from = '', to = '9999', limit }, ctx) {
    const days = (await workedDays(ctx)).filter(({ date }) => date >= from && date <= to)
    return { days: days.slice(0, limit) }
  },
})
