import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { pruneTelemetry } from '../telemetry/report.ts'

export const roomTelemetryPrune = roomOperation({
  name: 'room_telemetry_prune',
  summary: 'Removes the counts of single processes that are too old, too many or too large; the totals stay.',
  effect: 'destroy',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/telemetry/prune'],
  input: z.strictObject({}),
  output: z.object({ removed: z.int(), files: z.int(), bytes: z.int() }),
  run: async (_, { room }) => pruneTelemetry(room),
})
