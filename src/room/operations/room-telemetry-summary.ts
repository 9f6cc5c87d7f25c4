import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { telemetrySummary } from '../telemetry/report.ts'
import { Scopes } from '../telemetry/scopes.ts'

export const roomTelemetrySummary = roomOperation({
  name: 'room_telemetry_summary',
  summary: 'What was counted: in all, in this process, and by conference, agent, surface and tool.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/telemetry/summary'],
  input: z.strictObject({}),
  output: Scopes.extend({ session: Scopes.extend({ id: z.string(), startedAt: z.string() }) }),
  run: async (_, { room }) => telemetrySummary(room),
})
