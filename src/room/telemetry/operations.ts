import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { requireAgent } from '../agents/edit-agents.ts'
import { roomCommand, roomQuery } from '../context.ts'
import { notFound, roomFault } from '../faults.ts'
import { requireId } from '../ids.ts'
import { Scopes } from './counters.ts'
import { TelemetryConfig, telemetryConfig } from './files.ts'
import { countReported } from './observe.ts'

export const roomTelemetrySummary = roomQuery({
  name: 'room_telemetry_summary',
  summary: 'What was counted: in all, in this process, and by conference, agent, surface and tool.',
  routes: ['GET /api/telemetry/summary'],
  input: z.strictObject({}),
  output: Scopes.extend({ session: Scopes.extend({ id: z.string(), startedAt: z.string() }) }),
  run: async (_, { room }) => room.telemetry.summary(),
})

export const roomTelemetryStatus = roomQuery({
  name: 'room_telemetry_status',
  summary: 'Whether anything is counted, and how much room the counts take.',
  routes: ['GET /api/telemetry/status'],
  input: z.strictObject({}),
  output: z.object({ enabled: z.boolean(), files: z.int(), bytes: z.int(), oldest: z.string().nullable() }),
  run: async (_, { room }) => room.telemetry.status(),
})

export const roomTelemetryReport = roomCommand({
  name: 'room_telemetry_report',
  summary: 'Counts one refusal that a page saw in a conference, by its bucket or code.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/telemetry/conference'],
  input: z.strictObject({ conferenceId: z.string(), agentId: z.string().optional(), type: z.string().max(80) }),
  output: z.object({ status: z.literal('ok') }),
  async run({ conferenceId, agentId, type }, { room }) {
    const counted = countReported({ conferenceId: requireId(conferenceId), agentId, type })
    if (!counted) throw roomFault('invalid_request', { field: 'type' })
    const record = join(room.control, 'conferences', conferenceId, 'conference.json')
    if (!existsSync(record)) throw notFound('conference', { conferenceId })
    if (agentId !== undefined) await requireAgent(room, agentId)
    room.telemetry.count(counted)
    return { status: 'ok' as const }
  },
})

export const roomTelemetryPrune = roomCommand({
  name: 'room_telemetry_prune',
  summary: 'Removes the counts of single processes that are too old, too many or too large; the totals stay.',
  effect: 'destroy',
  access: 'admin',
  repeatable: true,
  routes: ['POST /api/telemetry/prune'],
  input: z.strictObject({}),
  output: z.object({ removed: z.int(), files: z.int(), bytes: z.int() }),
  run: async (_, { room }) => room.telemetry.prune(),
})

export const roomTelemetryConfig = roomQuery({
  name: 'room_telemetry_config',
  summary: 'Whether and how long counts are kept.',
  routes: ['GET /api/telemetry/config'],
  input: z.strictObject({}),
  output: TelemetryConfig,
  run: async (_, { room }) => telemetryConfig(room.control).read(),
})

const { enabled, maxSessions, maxAgeDays, maxTotalMb } = TelemetryConfig.shape

export const roomTelemetryConfigure = roomCommand({
  name: 'room_telemetry_configure',
  summary: 'Changes whether and how long counts are kept; what is not given stays.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  routes: ['PUT /api/telemetry/config'],
  input: z.strictObject({
    enabled: enabled.unwrap().optional(),
    maxSessions: maxSessions.unwrap().optional(),
    maxAgeDays: maxAgeDays.unwrap().optional(),
    maxTotalMb: maxTotalMb.unwrap().optional(),
  }),
  output: TelemetryConfig,
  async run(given, { room: { control } }) {
    return telemetryConfig(control).change(before => {
      const next = TelemetryConfig.parse({ ...before, ...given })
      return { next, result: next }
    })
  },
})
