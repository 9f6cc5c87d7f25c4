import { z } from 'zod'
import { RunRecord, runStatuses, type Slot } from './records.ts'

export const RunStatus = z.object({ run_id: z.string(), status: z.enum(runStatuses) })

export const RunSummary = z.object({
  run_id: z.string(),
  recipe_id: z.string(),
  status: z.enum(runStatuses),
  phase: RunRecord.shape.phase,
  description: z.string(),
  current_step_index: z.int(),
  total_steps: z.int(),
  attempt: z.int(),
  error: z.string().nullable(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
})

/** A run in a list. */
export function summaryOf({ task, ...run }: RunRecord): z.output<typeof RunSummary> {
  return RunSummary.parse({ ...run, description: task.description })
}

export function previewOf({ type, summary }: Slot): { type: string; preview: string } {
  return { type, preview: summary }
}
