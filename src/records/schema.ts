import { z } from 'zod'
import { formatInstant, parseInstant } from '../kernel/instants.ts'
import { lazy } from '../kernel/lazy.ts'
import { reference, text } from '../kernel/text.ts'
import { activityTypes } from './activity-types.ts'
import { states } from './states.ts'

export const State = z.enum(states)

export const limits = {
  title: 300,
  type: 64,
  summary: 2000,
  bodyBytes: 262_144,
  metadataBytes: 16_384,
  reason: 2000,
  sessionSummary: 4000,
  description: 4000,
  projectName: 200,
  related: 100,
  query: 1000,
  idempotencyKey: 128,
  conversationId: 200,
  evidence: 50,
  affects: 50,
  glob: 300,
} as const

// Fields. Each is described here once; inputs below and in operations/ pick them.

export const RecordId = reference().describe('Record id, e.g. R007')
export const Type = text({ max: limits.type, oneLine: true, trimmed: true }).describe('Any word, e.g. question')
export const SessionId = reference().describe('From activate')
const ConversationId = text({ max: limits.conversationId, oneLine: true }).describe('Your own key for this chat')
export const ProjectRef = reference().describe('Project id or name')
/** Parsed into the stored form of a time. */
export const Instant = z
  .string()
  .transform((given, ctx) => {
    const ms = parseInstant(given)
    if (ms !== undefined) return formatInstant(ms)
    ctx.issues.push({ code: 'custom', input: given, params: { rule: 'ISO date, or date-time with zone' } })
    return z.NEVER
  })
  .describe('ISO time with zone, or date')
export const evidenceEntry = lazy(() =>
  z.strictObject({
    kind: z.enum(['transcript', 'file', 'receipt', 'work_item']),
    ref: text({ max: 4096, oneLine: true }),
    lines: z
      .string()
      .regex(/^[1-9]\d{0,8}-[1-9]\d{0,8}$/)
      .optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  }),
)

/** parent_id: absent, null and "" mean a root; the text "null" is a mistake worth naming. */
export const ParentId = reference()
  .check(ctx => {
    if (ctx.value !== 'null') return
    ctx.issues.push({ code: 'custom', input: ctx.value, params: { rule: 'use JSON null, not the text "null"' } })
  })
  .nullable()
  .describe('null: root')

// Session arguments of the session-scoped operations.

export const SessionArguments = { session_id: SessionId.optional(), conversation_id: ConversationId.optional() }

// Results. Fields without their own description share a schema, because building one takes longer than using it.

const Text = z.string()
const Time = Text
const Whole = z.int()
export const Count = Whole.min(0)
export const JsonObject = z.record(Text, z.unknown())

export const Project = z.object({
  id: Text,
  name: Text,
  description: Text.optional(),
  created: Time,
  tick: Count,
})

export const Record = z.object({
  id: Text,
  type: Text,
  title: Text,
  summary: Text,
  body: Text,
  state: State,
  parent_id: Text.nullable(),
  created: Time,
  modified: Time,
  resolved_by: Text.optional(),
  related: z.array(Text).optional(),
  metadata: JsonObject.optional(),
  project_id: Text,
  version: Whole,
  depth: Whole.optional(),
  state_reason: Text.optional(),
  affects: z.array(Text).optional(),
  superseded_by: Text.optional(),
})
export type Record = z.output<typeof Record>

export const RecordRef = z.object({
  id: Text,
  type: Text,
  title: Text,
  summary: Text,
  state: State,
  parent_id: Text.nullable(),
  children_count: Count,
  open_children_count: Count,
  depth: Whole,
  version: Whole,
  modified: Time,
  superseded_by: Text.optional(),
})
export type RecordRef = z.output<typeof RecordRef>

export const Staleness = z.enum(['none', 'mild', 'moderate', 'severe'])
export const SessionStatus = z.enum(['active', 'stale', 'closed'])
export const SessionResolution = z.enum(['explicit', 'conversation', 'implicit', 'created'])

/** What every session-scoped operation returns. */
export const SessionEcho = { session_id: Text, session_resolution: SessionResolution, tick: Count }

export const ActivityEntry = z.object({
  timestamp: Time,
  type: z.enum(activityTypes),
  session_id: Text,
  record_id: Text.optional(),
  record_title: Text.optional().describe('As it is now, where the summary does not have it'),
  summary: Text,
  details: JsonObject.optional(),
  id: Whole,
  tick: Count,
})
export type ActivityEntry = z.output<typeof ActivityEntry>

export const Warning = z.object({
  type: z.enum(['conflict', 'stale', 'orphan']),
  message: z.string(),
  details: JsonObject,
})
export type Warning = z.output<typeof Warning>
