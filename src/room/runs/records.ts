import { z } from 'zod'

export const runStatuses = ['pending', 'running', 'done', 'failed', 'cancelled', 'interrupted'] as const
const runPhases = ['a', 'b', 'dod', 'complete'] as const

const CheckedDone = z.looseObject({ check: z.string(), ok: z.boolean() })

/** `run.json`: where a run stands. */
export const RunRecord = z.looseObject({
  run_id: z.string(),
  recipe_id: z.string(),
  recipe_sha256: z.string(),
  session_id: z.string(),
  status: z.enum(runStatuses),
  phase: z.enum(runPhases),
  created_at: z.string(),
  updated_at: z.string(),
  completed_at: z.string().nullable(),
  task: z.strictObject({ description: z.string(), args: z.record(z.string(), z.json()) }),
  current_step_index: z.int(),
  total_steps: z.int(),
  attempt: z.int().min(1),
  dod: z.array(CheckedDone),
  error: z.string().nullable(),
  idempotency_key: z.string().optional(),
})
export type RunRecord = z.output<typeof RunRecord>

/** One line of `steps.jsonl`: how a step ended. */
export const StepRecord = z.strictObject({
  step_index: z.int(),
  step_id: z.string(),
  phase: z.enum(['a', 'b']),
  tool: z.string().nullable(),
  agent_archetype: z.string().nullable(),
  agent_id: z.string().nullable(),
  status: z.enum(['done', 'failed', 'skipped', 'cancelled']),
  output_slot: z.string(),
  receipt_id: z.string().nullable(),
  turn_id: z.string().nullable(),
  output_hash: z.string().nullable(),
  output_preview: z.string(),
  input_slot_refs: z.array(z.string()),
  started_at: z.string(),
  completed_at: z.string(),
  attempt: z.int(),
  error: z.string().nullable(),
})
export type StepRecord = z.output<typeof StepRecord>

const SlotSpan = z.strictObject({
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  quote: z.string(),
  note: z.string(),
  weight: z.number(),
  class: z.enum(['outline', 'scene', 'compendium', 'canon', 'other']),
})

/** What a step left for the ones after it: the proof of a tool's output, or a text that was accepted. */
export const Slot = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('pointer'),
    receipt_id: z.string(),
    sha256: z.string(),
    summary: z.string(),
    data: z.json(),
    /** Places worth quoting; they are no part of the output, and whoever speaks without a model needs them. */
    spans: z.array(SlotSpan).optional(),
  }),
  z.strictObject({
    type: z.literal('artifact'),
    agent_id: z.string(),
    turn_id: z.string(),
    text: z.string(),
    sha256: z.string(),
    summary: z.string(),
    evidence: z.json(),
  }),
])
export type Slot = z.output<typeof Slot>

export const Cache = z.record(z.string(), Slot)
export type Cache = z.output<typeof Cache>

/** One line of `events.jsonl`. */
export const RunEvent = z.looseObject({ seq: z.int(), ts: z.string(), type: z.string() })
export type RunEvent = z.output<typeof RunEvent>
