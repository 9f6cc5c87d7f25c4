import { z } from 'zod'
import { canonStatus } from '../canon/status.ts'
import { roomOperation } from '../context.ts'

export const CanonStatusShape = z.object({
  indexed: z.boolean(),
  status: z.enum(['none', 'building', 'indexed', 'stale']),
  fileCount: z.int(),
  cardCount: z.int(),
  indexedAt: z.string().nullable(),
  schemaVersion: z.int(),
  stale: z.array(z.string()),
  job: z
    .object({ id: z.string(), done: z.int(), total: z.int(), fallbacks: z.int(), failures: z.int() })
    .optional()
    .describe('The latest build'),
})

export const roomCanonStatus = roomOperation({
  name: 'room_canon_status',
  summary: 'Whether the canon index is there, which cards have changed since, and how far a build is.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/canon/index/status'],
  input: z.strictObject({}),
  output: CanonStatusShape,
  async run(_, { room }) {
    return canonStatus(room)
  },
})
