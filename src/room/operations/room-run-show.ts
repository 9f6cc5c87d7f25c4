import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { runNamed } from '../runs/drive.ts'
import { RunRecord, StepRecord } from '../runs/records.ts'
import { runFiles } from '../runs/run-store.ts'
import { previewOf } from '../runs/shown.ts'

const short = {
  step_index: true,
  step_id: true,
  phase: true,
  status: true,
  receipt_id: true,
  turn_id: true,
  attempt: true,
  error: true,
} as const
const ShortStep = StepRecord.pick(short)

export const roomRunShow = roomOperation({
  name: 'room_run_show',
  summary: 'One run: where it stands, how each step ended, and what it has brought.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/runs/{id}'],
  input: z.strictObject({ id: z.string().max(80) }),
  output: RunRecord.omit({ idempotency_key: true }).extend({
    steps: z.array(ShortStep),
    cache_summary: z.record(z.string(), z.object({ type: z.string(), preview: z.string() })),
  }),
  async run({ id }, { room }) {
    const { idempotency_key: _, ...run } = await runNamed(room, id)
    const files = runFiles(room, id)
    const [steps, cache] = await Promise.all([files.steps.read(), files.cache.read()])
    return {
      ...run,
      steps: steps.map(step => z.object(ShortStep.shape).parse(step)),
      cache_summary: Object.fromEntries(Object.entries(cache).map(([name, slot]) => [name, previewOf(slot)])),
    }
  },
})
