import { z } from 'zod'
import { DateArgument, name } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { cancelRun, findRun } from '../generate/find-run.ts'
import { Run } from '../generate/run.ts'

const Input = z.strictObject({
  run_id: name('run-2026-05-12-0a1b2c3d4e5f').describe('As diary_generate answered it'),
  date: DateArgument.describe('Accepted for uniformity; the id tells the day').optional(),
})

export const diaryRun = diaryOperation({
  name: 'diary_run',
  audience: 'people',
  summary: 'How far a generation run is: its tasks, totals and what it spent.',
  effect: 'read',
  input: Input,
  accepted: 'ok',
  result: Run.shape,
  async run({ run_id }, ctx) {
    return findRun(ctx, run_id)
  },
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
