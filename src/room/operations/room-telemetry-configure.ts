import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { TelemetryConfig, telemetryConfig } from '../telemetry/config.ts'

const { enabled, maxSessions, maxAgeDays, maxTotalMb } = TelemetryConfig.shape

export const roomTelemetryConfigure = roomOperation({
  name: 'room_telemetry_configure',
  summary: 'Changes whether and how long counts are kept; what is not given stays.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/telemetry/config'],
  input: z.strictObject({
    enabled: enabled.unwrap().optional(),
    maxSessions: maxSessions.unwrap().optional(),
    maxAgeDays: maxAgeDays.unwrap().optional(),
    maxTotalMb: maxTotalMb.unwrap().optional(),
  }),
  output: TelemetryConfig,
  async run(given, { room }) {
    const { control } = room
    return telemetryConfig(control).change(before => {
      const next = TelemetryConfig.parse({ ...before, ...given })
      return { next, result: next }
    })
  },
})
