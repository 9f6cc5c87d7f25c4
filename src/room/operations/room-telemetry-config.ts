import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { TelemetryConfig, telemetryConfig } from '../telemetry/config.ts'

export const roomTelemetryConfig = roomOperation({
  name: 'room_telemetry_config',
  summary: 'Whether and how long counts are kept.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/telemetry/config'],
  input: z.strictObject({}),
  output: TelemetryConfig,
  run: async (_, { room }) => telemetryConfig(room.control).read(),
})
