import { join } from 'node:path'
import { z } from 'zod'
import { type JsonStore, jsonStore } from '../store/json-store.ts'

export const TelemetryConfig = z.looseObject({
  enabled: z.boolean().default(true),
  maxSessions: z.int().min(1).max(10_000).default(200),
  maxAgeDays: z.int().min(1).max(3650).default(90),
  maxTotalMb: z.int().min(1).max(10_000).default(50),
})
export type TelemetryConfig = z.output<typeof TelemetryConfig>

export function telemetryConfig(control: string): JsonStore<TelemetryConfig> {
  return jsonStore({
    file: join(control, 'telemetry', 'config.json'),
    locks: join(control, 'locks', 'telemetry'),
    schema: TelemetryConfig,
    empty: () => TelemetryConfig.parse({}),
  })
}
