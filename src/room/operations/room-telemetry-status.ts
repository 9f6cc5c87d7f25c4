import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { telemetryStatus } from '../telemetry/report.ts'

export const roomTelemetryStatus = roomOperation({
  name: 'room_telemetry_status',
  summary: 'Whether anything is counted, and how much room the counts take.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/telemetry/status'],
  input: z.strictObject({}),
  output: z.object({ enabled: z.boolean(), files: z.int(), bytes: z.int(), oldest: z.string().nullable() }),
  run: async (_, { room }) => telemetryStatus(room),
})
