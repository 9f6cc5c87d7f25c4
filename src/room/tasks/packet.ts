import { z } from 'zod'
import { text } from '../../kernel/text.ts'

export const taskIntents = [
  'clarify',
  'plan_scene',
  'beat_architect',
  'continuity_check',
  'write_beat',
  'critique_scene',
  'edit_scene',
  'summarize_context',
  'finalize',
  'other',
] as const
export type TaskIntent = (typeof taskIntents)[number]

const line = text({ max: 400, blank: true })
const list = z.array(line).max(50)
const path = z.string().min(1).max(1024)
const id = z.string().max(80)

const Clarification = z.strictObject({ question: text({ max: 400 }), choices: z.array(path).min(2).max(4) })

const content = {
  intent: z.enum(taskIntents),
  target: z.strictObject({
    scene_ref: line,
    resolution_method: z.enum(['path', 'number', 'title', 'none']),
    canonical_path: path.optional(),
  }),
  scope: z.strictObject({ allowed: list, blocked: list }),
  inputs: z.strictObject({
    files: z.array(path).max(50),
    canon: z.array(path).max(50),
    context: text({ max: 8000, blank: true }),
  }),
  constraints: z.strictObject({ rules: list, pov: line, tense: line, style: line, forbidden: list }),
  output_contract: z.strictObject({
    output_mode: z.enum(['patch', 'artifact', 'json_only']),
    expected_artifacts: list,
    stop_conditions: list,
  }),
  handoff: z.strictObject({ required_next_step: line, report_to_chief_only: z.boolean() }),
  parent_packet_id: id.optional(),
  run_id: id.optional(),
  step_id: id.optional(),
  attempt: z.int().min(1).optional(),
  clarification: Clarification.optional(),
}

/** What an agent is asked to do, on which files and within which limits. */
export const TaskPacket = z
  .strictObject({
    packet_id: z.string().regex(/^pkt_[0-9a-f]{12}$/),
    parent_issue_id: z.int().min(1),
    ...content,
    timestamp: z.iso.datetime(),
    requested_by: z.strictObject({ agent_id: id, reason: line }),
  })
  .check(ctx => {
    if (ctx.value.intent !== 'clarify' || ctx.value.clarification) return
    ctx.issues.push({ code: 'custom', input: undefined, path: ['clarification'] })
  })
export type TaskPacket = z.output<typeof TaskPacket>

/** The same as a model writes it: fields that the server sets itself are accepted and ignored. */
export const WrittenPacket = z.strictObject({
  ...content,
  packet_id: z.unknown().optional(),
  parent_issue_id: z.unknown().optional(),
  timestamp: z.unknown().optional(),
  requested_by: z.looseObject({ reason: line.optional() }).optional(),
})
export type WrittenPacket = z.output<typeof WrittenPacket>

export const packetSchema = z.toJSONSchema(WrittenPacket, { io: 'input' })
