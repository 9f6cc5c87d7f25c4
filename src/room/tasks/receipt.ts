import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { taskIntents } from './packet.ts'

const line = text({ max: 1000, blank: true })
const list = z.array(line).max(50)

const report = {
  inputs_used: z.array(z.string().max(1024)).max(200),
  outputs_produced: list,
  reasoning_summary: text({ max: 1200, bytes: true, blank: true }),
  decisions: list,
  checks_performed: list,
  assumptions: list,
  risks: list,
  next_recommended_action: z.strictObject({ intent: z.enum(taskIntents), reason: line }),
  stop_hook: z.strictObject({ triggered: z.boolean(), type: line.optional(), detail: line.optional() }),
  citations: z.array(text({ max: 4000, blank: true })).max(20),
  report_excerpt: text({ max: 4000, bytes: true, blank: true }),
  report_path: z.string().max(1024).optional(),
  run_id: z.string().max(80).optional(),
  step_id: z.string().max(80).optional(),
  attempt: z.int().min(1).optional(),
}

/** What came of a task, as the one who did it reports and as the server knows it. */
export const TaskReceipt = z.strictObject({
  receipt_id: z.string().regex(/^trc_[0-9a-f]{12}$/),
  packet_id: z.string(),
  issue_id: z.int().min(1),
  actor: z.strictObject({
    agent_id: z.string(),
    provider: z.string(),
    model: z.string(),
    decoding: z.strictObject({
      requested: z.record(z.string(), z.number()).nullable(),
      effective: z.record(z.string(), z.number()).nullable(),
      source: z.enum(['template', 'provider_override', 'unknown']),
    }),
  }),
  started_at: z.string(),
  finished_at: z.string(),
  ...report,
})
export type TaskReceipt = z.output<typeof TaskReceipt>

/** The same as a model writes it: what the server knows better is taken and not read. */
export const WrittenReceipt = z.strictObject({
  ...report,
  receipt_id: z.unknown().optional(),
  packet_id: z.unknown().optional(),
  issue_id: z.unknown().optional(),
  actor: z.unknown().optional(),
  started_at: z.unknown().optional(),
  finished_at: z.unknown().optional(),
})
export type WrittenReceipt = z.output<typeof WrittenReceipt>

export const receiptSchema = z.toJSONSchema(WrittenReceipt, { io: 'input' })

export interface SealedReceipt {
  receipt: TaskReceipt
  seal: { sha256: string; key_id: string; signature: string }
}
