import { z } from 'zod'
import { DateArgument, name } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { cancelRun } from '../generate/find-run.ts'

const Input = z.strictObject({
  run_id: name('run-2026-05-12-0a1b2c3d4e5f').describe('As diary_generate answered it'),
  date: DateArgument.describe('Accepted for uniformity; the id tells the day').optional(),
})

export const diaryCancel = diaryOperation({
  name: 'diary_cancel',
  audience: 'people',
  summary: 'Stop a generation run, in whichever process it is; everything it has written stays.',
  effect: 'change',
  input: Input,
  accepted: 'ok',
  result: {},
  async run({ run_id }, ctx) {
    await cancelRun(ctx, run_id)
    return {}
  },
})
