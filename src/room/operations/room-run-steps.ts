import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { runNamed } from '../runs/drive.ts'
import { StepRecord } from '../runs/records.ts'
import { runFiles } from '../runs/run-store.ts'

export const roomRunSteps = roomOperation({
  name: 'room_run_steps',
  summary: 'Everything on record about how the steps of a run ended, in order, of all attempts.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/runs/{id}/steps'],
  input: z.strictObject({ id: z.string().max(80) }),
  output: z.object({ run_id: z.string(), steps: z.array(StepRecord) }),
  async run({ id }, { room }) {
    const { run_id } = await runNamed(room, id)
    return { run_id, steps: await runFiles(room, run_id).steps.read() }
  },
})
